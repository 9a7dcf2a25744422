import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { datasources as table } from "@/lib/server/platform/db/tables/datasources";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam } from "../support/sessions";
import { inTeam } from "../support/visitors";

async function newSource(teamId: string, name: string): Promise<string> {
  const { db } = await testDatabase();
  const id = newId("datasource");
  const chunking = { strategy: "recursive", size: 1_000, overlap: 150 } as const;
  await db.insert(table).values({ id, teamId, name, sourceType: "file", status: "ready", chunking });
  return id;
}

type Call = Parameters<typeof callAs>[0];
const made = async (person: Person, call: Call, body: object): Promise<string> =>
  String((await expectOk(callAs(call, { ...inTeam(person), body: body as never })))._id);

const searchTool = (person: Person, name: string, datasourceId: string) =>
  made(person, tools.add, { name, description: "Searches", type: "rag", definition: { datasourceId } });

async function newAgent(person: Person, toolIds: string[], more: object = {}): Promise<string> {
  const model = { name: "Model", type: "demo", model: "demo-chat", modelType: "llm", config: {}, force: true };
  const modelId = await made(person, models.add, model);
  const about = { name: "Guide", role: "a guide", goal: "Help", backstory: "Knows the way." };
  return made(person, agents.add, { ...about, modelId, toolIds, ...more });
}

async function names(person: Person, query: { agentIds?: string; taskIds?: string }, slug = person.slug) {
  const found = await expectOk(
    callAs(datasources.searchable, { token: person.token, params: { resourceSlug: slug }, query }),
  );
  const { datasources: listed, more } = found as { datasources: { name: string }[]; more: number };
  return [listed.map(({ name }) => name), more];
}

it("lists what agents and tasks can search, by the tools' revisions in use", async () => {
  const ada = await newPerson();
  const sources = await Promise.all(["Harbour", "Prices", "Staff", "Unused"].map((name) => newSource(ada.slug, name)));
  const [harbour = "", prices = "", staff = "", unused = ""] = sources;
  const [forHarbour, forPrices] = [await searchTool(ada, "Harbour", harbour), await searchTool(ada, "Prices", prices)];
  await searchTool(ada, "Unused", unused);
  const agentId = await newAgent(ada, [forHarbour]);
  expect(await names(ada, { agentIds: agentId })).toEqual([["Harbour"], 0]);

  // A task's own tool, its agent's, and those of an agent to which work can be delegated.
  const described = { name: "Write", description: "Write it.", expectedOutput: "A text." };
  const taskId = await made(ada, tasks.add, { ...described, agentId, toolIds: [forPrices] });
  expect(await names(ada, { taskIds: taskId })).toEqual([["Harbour", "Prices"], 0]);
  const delegate = await newAgent(ada, [await searchTool(ada, "Staff", staff)]);
  expect(await names(ada, { taskIds: taskId, agentIds: delegate })).toEqual([["Harbour", "Prices", "Staff"], 0]);

  // An agent that is pinned to an earlier revision still searches its data source.
  const { tool } = (await expectOk(
    callAs(tools.get, { token: ada.token, params: { resourceSlug: ada.slug, toolId: forHarbour } }),
  )) as { tool: { revisionId: string } };
  const pinned = await newAgent(ada, [forHarbour], { toolRevisions: { [forHarbour]: tool.revisionId } });
  const params = { resourceSlug: ada.slug, toolId: forHarbour };
  await expectOk(
    callAs(tools.edit, { token: ada.token, params, body: { definition: { datasourceId: unused } } as never }),
  );
  expect(await names(ada, { agentIds: agentId })).toEqual([["Unused"], 0]);
  expect(await names(ada, { agentIds: pinned })).toEqual([["Harbour"], 0]);
  expect(await names(ada, {})).toEqual([[], 0]);
  const { db } = await testDatabase();
  await db.update(table).set({ dateTrashed: new Date() }).where(eq(table.name, "Harbour"));
  expect(await names(ada, { agentIds: pinned })).toEqual([[], 0]);
});

it("counts those beyond the first hundred", async () => {
  const ada = await newPerson();
  const toolIds: string[] = [];
  for (let i = 0; i < 103; i++)
    toolIds.push(await searchTool(ada, `Tool ${i}`, await newSource(ada.slug, `Source ${String(i).padStart(3, "0")}`)));
  const half = await newAgent(ada, toolIds.slice(0, 50));
  const [other, rest] = [await newAgent(ada, toolIds.slice(50, 100)), await newAgent(ada, toolIds.slice(100))];
  const [listed, more] = await names(ada, { agentIds: [half, other, rest].join(" ") });
  expect([(listed as string[]).length, more]).toEqual([100, 3]);
});

it("shows nothing of another team, and every member of one's own the names", async () => {
  const [ada, eve, grace] = [await newPerson(), await newPerson("Eve"), await newPerson("Grace")];
  const agentId = await newAgent(ada, [await searchTool(ada, "Harbour", await newSource(ada.slug, "Harbour"))]);
  await joinTeam(grace, ada.slug);
  expect(await names(eve, { agentIds: agentId })).toEqual([[], 0]);
  expect(await names(grace, { agentIds: agentId }, ada.slug)).toEqual([["Harbour"], 0]);
  const params = { resourceSlug: ada.slug };
  const refused = await callAs(datasources.searchable, { token: eve.token, params, query: { agentIds: agentId } });
  expect(refused.status).toBe(404);
});
