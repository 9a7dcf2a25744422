import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newEmbedding, ready } from "../support/datasources";
import { loopbackServer } from "../support/loopback-server";

ownDatabase();

let worker: { stop: () => Promise<void> };
beforeAll(async () => {
  worker = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => worker.stop());

it.each(["Sat, 01 Jan 20000 00:00:00 GMT", "Mon, 01 Jan 275000 00:00:00 GMT", "soon"])(
  "a source that says that something changed at %s is read all the same",
  { timeout: 60_000 },
  async (modified) => {
    const site = await loopbackServer((request, response) => {
      if (request.url !== "/") return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/html", "last-modified": modified });
      response.end("<html><body><p>Welcome to the quay.</p></body></html>");
    });
    onTestFinished(() => site.close());
    const ada = await newPerson();
    const to = { token: ada.token, params: { resourceSlug: ada.slug } };
    const test = { connectorId: "website", name: "Site", description: "", config: { url: site.url, delayMs: 0 } };
    const datasourceId = String((await expectOk(callAs(datasources.test, { ...to, body: test }))).datasourceId);
    const embeddingModelId = await newEmbedding(ada);
    const add = { datasourceId, streamConfig: [{ name: "pages" }], embeddingModelId, schedule: { type: "manual" } };
    await expectOk(callAs(datasources.add, { ...to, body: add as never }));
    const { status, statusMessage, recordCount } = await ready(ada, datasourceId);
    expect([status, statusMessage, recordCount.succeeded]).toEqual(["ready", null, 1]);
  },
);
