import { beforeAll, describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { samples } from "@/lib/contract/samples/schemas";
import { Permission } from "@/lib/permissions/bits";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import "@/lib/server/resources/tools/agent-tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ready, upload, viewOf } from "../support/datasources";
import { joinTeam, newSession, readMessages, say, settled, testWorker } from "../support/sessions";
import { newModel } from "../support/tasks";

ownDatabase();
beforeAll(async () => {
  await testWorker();
  const ingest = startIngestWorker((await testDatabase()).db, { pollMs: 50 });
  return () => ingest.stop();
});

const ask = (person: Person, datasourceId: string, slug = person.slug) =>
  callAs(samples.ask, { token: person.token, params: { resourceSlug: slug, datasourceId } });

/** A person with a model and a data source of one document. */
async function withFiles() {
  const ada = await newPerson();
  const { datasourceId, toolId } = await upload(ada, { "harbor {rules}.txt": "The harbor opens at seven." });
  await ready(ada, datasourceId);
  return { ada, datasourceId, toolId };
}

describe("asking a data source", () => {
  it("creates one app, however often and simultaneously, whose answers cite it", async () => {
    const { ada, datasourceId } = await withFiles();
    await newModel(ada);
    const found = await Promise.all([ask(ada, datasourceId), ask(ada, datasourceId), ask(ada, datasourceId)]);
    const appIds = new Set(found.map(({ body }) => (body as { appId: string }).appId));
    expect([appIds.size, found.filter(({ body }) => (body as { created: boolean }).created).length]).toEqual([1, 1]);
    const [appId = ""] = appIds;
    const sessionId = await newSession(ada, appId);
    await expectOk(say(ada, sessionId, { message: "When does the harbor open?" }));
    await settled(ada, sessionId);
    const answer = (await readMessages(ada, sessionId)).at(-1);
    expect(answer?.citations[0]).toMatchObject({ text: expect.stringContaining("opens at seven") });
    expect((await viewOf(ada, datasourceId)).usedBy).toBe(1);
  });

  it("uses an app that the caller sees, and creates another when it is private", async () => {
    const { ada, datasourceId } = await withFiles();
    await newModel(ada);
    const bob = await newPerson();
    await joinTeam(bob, ada.slug, []);
    expect((await ask(bob, datasourceId, ada.slug)).status).toBe(403);
    const { appId } = await expectOk(ask(ada, datasourceId));
    expect((await expectOk(ask(bob, datasourceId, ada.slug))).appId).toBe(appId);
    const params = { resourceSlug: ada.slug, appId: String(appId) };
    await expectOk(callAs(apps.edit, { token: ada.token, params, body: { sharingMode: "private" } }));
    expect((await ask(bob, datasourceId, ada.slug)).status).toBe(403);
    const eve = await newPerson();
    await joinTeam(eve, ada.slug, [Permission.CREATE_AGENT, Permission.CREATE_APP]);
    expect((await expectOk(ask(eve, datasourceId, ada.slug))).created).toBe(true);
  });

  it("says what is missing", async () => {
    const { ada, datasourceId } = await withFiles();
    expect((await ask(ada, datasourceId)).body).toMatchObject({ error: "Connect a model first." });
    const stranger = await newPerson();
    expect((await ask(stranger, datasourceId)).status).toBe(404);
  });
});
