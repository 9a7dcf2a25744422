import { expect, it, onTestFinished } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase } from "../support/database";
import { newEmbedding, viewOf } from "../support/datasources";
import { loopbackServer } from "../support/loopback-server";

ownDatabase();

it("a connection that is added while it is tested once more stays as it was added", async () => {
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  let holds = false;
  const site = await loopbackServer(async (_, response) => {
    if (holds) asked.resolve();
    if (holds) await open.promise;
    response.setHeader("content-type", "text/html");
    response.end("<html><body><p>Welcome to the quay.</p></body></html>");
  });
  onTestFinished(() => site.close());
  const ada = await newPerson();
  const to = { token: ada.token, params: { resourceSlug: ada.slug } };
  const test = { connectorId: "website", name: "Site", description: "", config: { url: site.url, delayMs: 0 } };
  const datasourceId = String((await expectOk(callAs(datasources.test, { ...to, body: test }))).datasourceId);
  const embeddingModelId = await newEmbedding(ada);
  holds = true;
  const again = callAs(datasources.test, { ...to, body: { ...test, datasourceId, name: "Another" } });
  await asked.promise;
  const add = { datasourceId, streamConfig: [{ name: "pages" }], embeddingModelId, schedule: { type: "manual" } };
  await expectOk(callAs(datasources.add, { ...to, body: add as never }));
  open.resolve();
  expect(await again).toMatchObject({ status: 409, body: { error: expect.stringContaining("was already created") } });
  expect((await viewOf(ada, datasourceId)).name).toBe("Site");
});
