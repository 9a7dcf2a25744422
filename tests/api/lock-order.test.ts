import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, newPerson, type Reply } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { functionTool } from "../support/tools";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const rounds = 8;

it("edits and deletions of what refers to one another lock rows in one order", { timeout: 120_000 }, async () => {
  const { token, slug } = await newPerson();
  const at = <I extends Record<string, string>>(ids = {} as I) => ({ token, params: { resourceSlug: slug, ...ids } });
  const idOf = async (call: Promise<Reply>) => String((await expectOk(call))._id);
  const newModel = () => idOf(callAs(models.add, { ...at(), body: { name: "M", type: "demo", model: "demo-chat" } }));
  const words = { role: "r", goal: "g", backstory: "b" };
  const modelId = await newModel();
  const newAgent = (more = {}) =>
    idOf(callAs(agents.add, { ...at(), body: { name: "G", ...words, modelId, ...more } }));
  const editAgent = (agentId: string, body: object) => callAs(agents.edit, { ...at({ agentId }), body });
  const force = { body: { force: true } };

  const races: Record<string, () => Promise<(() => Promise<Reply>)[]>> = {
    "a variable of an agent": async () => {
      const body = { name: `v_${randomUUID().replaceAll("-", "")}`, defaultValue: "x" };
      const variableId = await idOf(callAs(variables.add, { ...at(), body }));
      const used = { variableIds: [variableId] };
      const agentId = await newAgent(used);
      return [() => editAgent(agentId, used), () => callAs(variables.remove, { ...at({ variableId }), ...force })];
    },
    "a tool of an agent": async () => {
      const toolId = await idOf(callAs(tools.add, { ...at(), body: functionTool() }));
      const used = { toolIds: [toolId] };
      const agentId = await newAgent(used);
      return [() => editAgent(agentId, used), () => callAs(tools.remove, { ...at({ toolId }), ...force })];
    },
    "a model of an agent": async () => {
      const used = { modelId: await newModel() };
      const agentId = await newAgent(used);
      return [() => editAgent(agentId, used), () => callAs(models.remove, { ...at(used), ...force })];
    },
    "an agent of an app": async () => {
      const used = { agentId: await newAgent() };
      const body = { name: "Chat", type: "chat", sharingMode: "team", ...used };
      const appId = await idOf(callAs(apps.add, { ...at(), body }));
      const edit = () => callAs(apps.edit, { ...at({ appId }), body: used });
      return [edit, () => callAs(agents.remove, { ...at(used), ...force })];
    },
    "an agent of a task": async () => {
      const used = { agentId: await newAgent() };
      const body = { name: "T", description: "d", expectedOutput: "e", ...used };
      const taskId = await idOf(callAs(tasks.add, { ...at(), body }));
      const edit = () => callAs(tasks.edit, { ...at({ taskId }), body: used });
      return [edit, () => callAs(agents.remove, { ...at(used), ...force })];
    },
  };
  for (const [name, prepare] of Object.entries(races))
    for (let round = 0; round < rounds; round += 1) {
      const [edit, remove] = await prepare();
      if (!edit || !remove) throw new Error("A race is an edit and a deletion.");
      for (const { status } of await Promise.all([edit(), remove(), edit()]))
        expect([200, 400, 404, 409], name).toContain(status);
    }

  // A connection tells its statistics a second after it has become idle.
  await sleep(1_200);
  const { pool } = await testDatabase();
  const { rows } = await pool.query("select deadlocks from pg_stat_database where datname = current_database()");
  expect(rows).toEqual([{ deadlocks: "0" }]);
});
