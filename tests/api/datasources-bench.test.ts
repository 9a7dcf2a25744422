import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { cases } from "@/lib/contract/cases/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { atDatasource, documentsOf, ready, upload, viewOf } from "../support/datasources";

ownDatabase();

let working: { stop: () => Promise<void> };
beforeAll(async () => {
  working = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => working.stop());

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });

async function chatModel(person: Person): Promise<string> {
  const model = { name: "Demo", type: "demo", model: "demo-chat:ttft=1,tps=5000" };
  return String((await expectOk(callAs(models.add, { ...to(person), body: model })))._id);
}

describe("the test bench", () => {
  it("lets a retriever think by the team's default chat model, and says so where there is none", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "harbour.md": "The quay closes at 22:00." });
    await ready(ada, datasourceId);
    const at = atDatasource(ada, datasourceId);
    const modelId = await chatModel(ada);
    const setDefault = (id: string | null) =>
      expectOk(callAs(models.setDefault, { ...to(ada), body: { modelId: id, modelType: "llm" } }));
    const [document] = await documentsOf(ada, datasourceId);
    const question = { query: "When does the quay close?", documentIds: [String(document?._id)] };
    await expectOk(callAs(cases.add, { ...at, body: question }));
    const body = { query: "When does the quay close?", retriever: { type: "multi_query" as const } };
    await setDefault(null);
    for (const refused of [
      await callAs(datasources.query, { ...at, body }),
      await callAs(cases.run, { ...at, body: { retriever: body.retriever } }),
    ])
      expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("default chat model") } });
    await setDefault(modelId);
    const found = await expectOk(callAs(datasources.query, { ...at, body }));
    expect(found).toMatchObject({ queries: expect.arrayContaining([body.query]), passages: [{ vectorRank: 1 }] });
    expect(await expectOk(callAs(cases.run, { ...at, body: {} }))).toMatchObject({ recall: 1, mrr: 1 });
  });
});

describe("a datasource", () => {
  it("counts the agents of its own team that ask it", async () => {
    const [ada, eve] = [await newPerson(), await newPerson()];
    const { datasourceId, toolId } = await upload(ada, { "harbour.md": "The quay closes at 22:00." });
    expect((await viewOf(ada, datasourceId)).usedBy).toBe(0);
    const agent = { name: "Guide", role: "r", goal: "g", backstory: "b", toolIds: [toolId] };
    const body = { ...agent, modelId: await chatModel(ada) };
    await expectOk(callAs(agents.add, { ...to(ada), body }));
    const foreign = { ...agent, modelId: await chatModel(eve) };
    expect((await callAs(agents.add, { ...to(eve), body: foreign })).status).toBe(400);
    expect((await viewOf(ada, datasourceId)).usedBy).toBe(1);
  });
});
