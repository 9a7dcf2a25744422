import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { type App, apps } from "@/lib/contract/apps/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents } from "@/lib/contract/documents/schemas";
import { models } from "@/lib/contract/models/schemas";
import { samples } from "@/lib/contract/samples/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import type { ToolSummary } from "@/lib/contract/tools/outputs";
import { tools } from "@/lib/contract/tools/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { startWorker } from "@/lib/server/engine/runs/worker";
import "@/lib/server/resources/tools/agent-tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, documentsOf, formOf, newEmbedding, ready, upload } from "../support/datasources";
import { newSession, readLog, say, settled } from "../support/sessions";

ownDatabase();

let working: { stop: () => Promise<void> }[] = [];
beforeAll(async () => {
  const { db } = await testDatabase();
  working = [startIngestWorker(db, { pollMs: 100, heartbeatMs: 500 }), startWorker(db)];
});
afterAll(() => Promise.all(working.map((one) => one.stop())));

const harbour = "# Harbour rules\n\nThe quay closes at 22:00. Boats longer than twelve metres moor at the north pier.";
const kitchen = "# Kitchen\n\nBread is baked on Tuesdays. The oven takes forty loaves of rye at once.";

describe("files", () => {
  it("are read, cut, embedded and stored, and found by what they say", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "harbour.md": harbour, "kitchen.md": kitchen });
    const source = await ready(ada, datasourceId);
    expect(source).toMatchObject({ status: "ready", recordCount: { total: 2, succeeded: 2, failed: 0 } });
    expect(source.storageBytes).toBeGreaterThan(2 * 384 * 4);
    const found = await documentsOf(ada, datasourceId);
    expect(found.map(({ title, stage }) => [title, stage])).toEqual([
      ["Harbour rules", "stored"],
      ["Kitchen", "stored"],
    ]);
    const named = { params: { resourceSlug: ada.slug }, query: { datasourceId, q: "harbour.md" } };
    expect((await expectOk(callAs(documents.list, { token: ada.token, ...named }))).documents).toMatchObject([
      { title: "Harbour rules", filename: "harbour.md" },
    ]);
    expect(Object.keys(found[0]?.stages ?? {}).sort()).toEqual(["chunked", "embedded", "fetched", "parsed", "stored"]);
    const { passages } = await ask(ada, datasourceId, "When does the quay close?", { k: 1 });
    expect(passages).toMatchObject([{ title: "Harbour rules", vectorRank: 1, textRank: 1 }]);
  });

  it("of a type that can't be read are refused by name", async () => {
    const ada = await newPerson();
    const body = formOf({ "notes.txt": "Notes", "Setup.EXE": "MZ" }, { embeddingModelId: await newEmbedding(ada) });
    const params = { resourceSlug: ada.slug };
    expect(await callAs(datasources.upload, { token: ada.token, params, body })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^“Setup\.EXE” can't be read\. Upload PDF/) },
    });
  });

  it("that come again change nothing, and changed ones take the place of the old", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "kitchen.md": kitchen });
    const before = await ready(ada, datasourceId);
    await upload(ada, { "kitchen.md": kitchen }, { datasourceId });
    expect(await ready(ada, datasourceId)).toMatchObject({ storageBytes: before.storageBytes });
    await upload(ada, { "kitchen.md": kitchen.replace("Tuesdays", "Fridays") }, { datasourceId });
    await expect
      .poll(async () => JSON.stringify(await ask(ada, datasourceId, "When is bread baked?")), { timeout: 10_000 })
      .toContain("Fridays");
    const { passages } = await ask(ada, datasourceId, "When is bread baked on Tuesdays?");
    expect(JSON.stringify(passages)).not.toContain("Tuesdays");
    expect(await documentsOf(ada, datasourceId)).toHaveLength(1);
  });

  it("are cited by the answer of an agent that has the datasource's tool", async () => {
    const ada: Person = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const { datasourceId, toolId } = await upload(ada, { "harbour.md": harbour });
    await ready(ada, datasourceId);
    const model = { name: "Demo", type: "demo", model: "demo-chat:ttft=1,tps=5000" };
    const { _id: modelId } = await expectOk(callAs(models.add, { ...to, body: model }));
    const agent = { name: "Guide", role: "r", goal: "g", backstory: "b", modelId: String(modelId), toolIds: [toolId] };
    const { _id: agentId } = await expectOk(callAs(agents.add, { ...to, body: agent }));
    const app = { name: "Chat", type: "chat", sharingMode: "team", agentId: String(agentId) };
    const { _id: appId } = await expectOk(callAs(apps.add, { ...to, body: app }));
    const sessionId = String((await expectOk(callAs(sessions.add, { ...to, body: { id: String(appId) } })))._id);
    await say(ada, sessionId, { message: "When does the quay close?" });
    await settled(ada, sessionId);
    const log = await readLog(ada, sessionId);
    const search = log.find(({ kind }) => kind === "retrieval")?.body;
    expect(search).toMatchObject({
      query: "When does the quay close?",
      passages: [{ number: 1, title: "Harbour rules" }],
    });
    const answer = log.findLast(({ kind }) => kind === "message")?.body;
    expect(answer).toMatchObject({
      text: expect.stringContaining("[1]"),
      citations: [{ number: 1, documentId: expect.any(String) }],
    });
  });
});

it("the sample answers each conversation starter from its guide, with a citation", { timeout: 60_000 }, async () => {
  const ada = await newPerson();
  const to = { token: ada.token, params: { resourceSlug: ada.slug } };
  const { appId } = await expectOk(callAs(samples.add, to));
  const list = await expectOk(callAs(datasources.list, to));
  const [guide] = list.datasources as { _id: string }[];
  expect(await ready(ada, String(guide?._id))).toMatchObject({ status: "ready", recordCount: { succeeded: 1 } });
  const app = { token: ada.token, params: { resourceSlug: ada.slug, appId: String(appId) } };
  const { conversationStarters } = ((await expectOk(callAs(apps.get, app))).app as App).chatAppConfig;
  for (const message of conversationStarters) {
    const sessionId = await newSession(ada, String(appId));
    await say(ada, sessionId, { message });
    await settled(ada, sessionId);
    const answer = (await readLog(ada, sessionId)).findLast(({ kind }) => kind === "message")?.body;
    expect(answer).toMatchObject({
      text: expect.stringMatching(/ \[1\]\n\nYou can also ask:\n\n(- .+\?\n){3}\n\*Offline demo model: .+\*$/),
      citations: [{ title: "Muster guide", headings: [message] }],
    });
  }
});

describe("the search tool of a datasource", () => {
  it("that is its only one says what is lost with it, in the list and where something uses it", async () => {
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const { toolId } = await upload(ada, { "harbour.md": harbour }, { name: "Harbour" });
    const of = (id: string) => ({ token: ada.token, params: { resourceSlug: ada.slug, toolId: id } });
    const listed = async () => {
      const { tools: found } = (await expectOk(callAs(tools.list, to))) as { tools: ToolSummary[] };
      return found.map(({ _id, onlySearch }) => [_id === toolId, onlySearch]);
    };
    const model = { name: "Demo", type: "demo", model: "demo-chat" };
    const { _id: modelId } = await expectOk(callAs(models.add, { ...to, body: model }));
    const agent = { name: "Guide", role: "r", goal: "g", backstory: "b", modelId: String(modelId), toolIds: [toolId] };
    await expectOk(callAs(agents.add, { ...to, body: agent }));
    expect(await listed()).toEqual([[true, true]]);
    expect(await callAs(tools.remove, { ...of(toolId), body: {} })).toMatchObject({
      status: 409,
      body: {
        error:
          "This item can't be deleted because the agent “Guide” uses it. This is the only tool that searches “Harbour”. Without it, agents can't search this data source.",
      },
    });
    const { _id: second } = await expectOk(callAs(tools.duplicate, of(toolId)));
    expect(await listed()).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(await callAs(tools.remove, { ...of(toolId), body: {} })).toMatchObject({
      status: 409,
      body: { error: "This item can't be deleted because the agent “Guide” uses it." },
    });
    await expectOk(callAs(tools.remove, { ...of(String(second)), body: {} }));
    expect(await listed()).toEqual([[true, true]]);
  });
});
