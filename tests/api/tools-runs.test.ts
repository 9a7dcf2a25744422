import { afterAll, beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { models } from "@/lib/contract/models/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import type { Worker } from "@/lib/server/engine/runs/worker";
import "@/lib/server/resources/tools/agent-tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { joinTeam, newSession, readLog, readMessages, say, settled, testWorker } from "../support/sessions";
import { doubling, editTool, functionTool, madeTool, ofTool, readTool } from "../support/tools";

ownDatabase();

let worker: Worker;
beforeAll(async () => {
  worker = await testWorker();
});
afterAll(() => worker.stop());

/** An app whose agent calls the tools that it has. */
async function appWith(person: Person, agent: object, app: object = {}): Promise<string> {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const model = { name: "M", type: "demo", model: "demo-chat:ttft=1,tps=2000,tools=1" } as const;
  const { _id: modelId } = await expectOk(callAs(models.add, { ...to, body: model }));
  const words = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." };
  const body = { ...words, modelId: String(modelId), ...agent };
  const { _id: agentId } = await expectOk(callAs(agents.add, { ...to, body }));
  const chat = { name: "Chat", type: "chat", sharingMode: "team", agentId: String(agentId), ...app } as const;
  return String((await expectOk(callAs(apps.add, { ...to, body: chat })))._id);
}

async function asked(person: Person, appId: string, message: string) {
  const sessionId = await newSession(person, appId);
  await say(person, sessionId, { message });
  await settled(person, sessionId);
  const log = await readLog(person, sessionId);
  const of = (wanted: string) => log.filter(({ kind }) => kind === wanted).map(({ body }) => body);
  return { sessionId, calls: of("tool_call"), results: of("tool_result") };
}

const recorded = async (person: Person, toolId: string, slug = person.slug) => {
  const at = { token: person.token, params: { resourceSlug: slug, toolId } };
  return (await expectOk(callAs(tools.recorded, at))).calls;
};

it("an agent calls the applied revision, or the one that it is pinned to, and the log says which", async () => {
  const ada = await newPerson();
  const id = await madeTool(ada);
  const first = (await readTool(ada, id)).tool.revisionId;
  const code = doubling.replace("n * 2", "n * 3");
  await expectOk(editTool(ada, id, { definition: { ...functionTool().definition, code } }));
  const second = (await readTool(ada, id)).tool.revisionId;
  const follows = await asked(ada, await appWith(ada, { toolIds: [id] }), "double 21");
  expect(follows.calls).toMatchObject([
    { name: "doubler", toolId: id, revisionId: second, revision: 2, operation: null },
  ]);
  expect(follows.results).toMatchObject([{ name: "doubler", output: { doubled: 63 }, logs: ["got 21"] }]);
  const stays = await asked(ada, await appWith(ada, { toolIds: [id], toolRevisions: { [id]: first } }), "double 21");
  expect(stays.calls).toMatchObject([{ revisionId: first, revision: 1 }]);
  expect(stays.results).toMatchObject([{ output: { doubled: 42 } }]);
  expect(await recorded(ada, id)).toMatchObject([{ args: { n: 21 }, operation: null, sessionId: stays.sessionId }]);
  await expectOk(editTool(ada, id, { definition: functionTool().definition, apply: false }));
  const [newest] = (await readTool(ada, id)).revisions;
  const pins = { [id]: String(newest?._id) };
  const ahead = await asked(ada, await appWith(ada, { toolIds: [id], toolRevisions: pins }), "double 21");
  expect(ahead.calls).toMatchObject([{ revisionId: newest?._id, revision: 3 }]);
  const compared = { ...ofTool(ada, id), body: { revisionId: String(newest?._id), confirm: true } };
  expect(await expectOk(callAs(tools.compare, compared))).toMatchObject({
    results: [{ source: "recorded", same: false, before: { result: { doubled: 63 } } }],
  });
});

it("what private sessions called a tool with is for those who may see them", async () => {
  const [ada, eve] = [await newPerson(), await newPerson("Eve")];
  const id = await madeTool(ada);
  await joinTeam(eve, ada.slug, [165]);
  await asked(ada, await appWith(ada, { toolIds: [id] }, { sharingMode: "private" }), "double 4");
  expect(await recorded(ada, id)).toHaveLength(1);
  expect(await recorded(eve, id, ada.slug)).toEqual([]);
});

it("a failing call is an answer to the model, and no secret is in it", async () => {
  const ada = await newPerson();
  const secret = "planted-orchid-4711";
  const code = "export default async (args, { env }) => { throw new Error('refused ' + env.KEY); };";
  const id = await madeTool(ada, functionTool({ code, environmentVariables: { KEY: secret } }));
  const { sessionId, results } = await asked(ada, await appWith(ada, { toolIds: [id] }), "double 5");
  expect(results).toMatchObject([{ error: expect.stringContaining("refused [secret]") }]);
  expect(JSON.stringify(await readLog(ada, sessionId))).not.toContain(secret);
});

it("a session's own values stand for the variables of a tool", async () => {
  const ada = await newPerson();
  const to = { token: ada.token, params: { resourceSlug: ada.slug } };
  await expectOk(callAs(variables.add, { ...to, body: { name: "city", defaultValue: "Bergen" } }));
  const code = "export default async (args, { env }) => env.CITY.length";
  const id = await madeTool(ada, functionTool({ code, environmentVariables: { CITY: "{city}" } }));
  const appId = await appWith(ada, { toolIds: [id] });
  const body = { id: appId, variables: { city: "Reykjavik!" } };
  const sessionId = String((await expectOk(callAs(sessions.add, { ...to, body })))._id);
  await say(ada, sessionId, { message: "double 5" });
  await settled(ada, sessionId);
  const results = (await readLog(ada, sessionId)).filter(({ kind }) => kind === "tool_result");
  expect(results.map((one) => one.body)).toMatchObject([{ output: 10 }]);
  expect((await readMessages(ada, sessionId)).at(-1)?.completed).toBe(true);
});
