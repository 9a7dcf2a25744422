import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documents } from "@/lib/contract/documents/schemas";
import { notifications } from "@/lib/contract/notifications/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { documentsOf, ready, upload } from "../support/datasources";

ownDatabase();

let worker: { stop: () => Promise<void> };
beforeAll(async () => {
  const { db } = await testDatabase();
  worker = startIngestWorker(db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => worker.stop());

const broken = "%PDF-1.7\nnothing of a PDF";
const fine = "# Quay\n\nThe quay closes at ten.";

const told = async ({ token, slug }: Person) =>
  (
    (await expectOk(callAs(notifications.list, { token, params: { resourceSlug: slug } }))) as unknown as {
      notifications: { title: string; description: string }[];
    }
  ).notifications;

describe("a datasource none of whose documents could be stored", () => {
  it("is in error with the reason, and whoever began it is told that", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "broken.pdf": broken });
    const source = await ready(ada, datasourceId);
    expect(source).toMatchObject({
      status: "error",
      inProgress: false,
      recordCount: { total: 1, succeeded: 0, failed: 1 },
    });
    const [document] = await documentsOf(ada, datasourceId);
    expect(document).toMatchObject({ stage: "failed", error: expect.any(String) });
    expect(source.statusMessage).toBe(`“broken.pdf” couldn't be processed: ${document?.error}`);
    const [first] = await told(ada);
    expect(first?.title).toBe("Data source failed");
    expect(first?.description).toContain("has no searchable content yet");
  });

  it("is ready once another one is stored, and says how many there are", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "broken.pdf": broken, "worse.pdf": broken });
    expect(await ready(ada, datasourceId)).toMatchObject({
      status: "error",
      statusMessage: expect.stringMatching(/^None of the 2 documents could be processed\. “(broken|worse)\.pdf”: ./),
    });
    await upload(ada, { "quay.md": fine }, { datasourceId });
    await expect
      .poll(async () => await ready(ada, datasourceId), { timeout: 20_000 })
      .toMatchObject({ status: "ready", statusMessage: null, recordCount: { total: 3, succeeded: 1, failed: 2 } });
    const [first] = await told(ada);
    expect(first?.title).toBe("Data source ready");
    expect(first?.description).toContain("1 document, 2 failed.");
  });

  it("is ready and empty when what failed is left out or deleted", async () => {
    const ada = await newPerson();
    for (const way of ["skip", "remove"] as const) {
      const { datasourceId } = await upload(ada, { "broken.pdf": broken });
      expect((await ready(ada, datasourceId)).status).toBe("error");
      const [document] = await documentsOf(ada, datasourceId);
      const params = { resourceSlug: ada.slug, datasourceId, documentId: document?._id ?? "" };
      await expectOk(callAs(documents[way], { token: ada.token, params }));
      await expect
        .poll(async () => await ready(ada, datasourceId), { timeout: 20_000 })
        .toMatchObject({ status: "ready", statusMessage: null, recordCount: { failed: 0 } });
    }
  });

  it("fails again where it is tried again in vain", async () => {
    const ada = await newPerson();
    const { datasourceId } = await upload(ada, { "broken.pdf": broken });
    await ready(ada, datasourceId);
    const params = { resourceSlug: ada.slug, datasourceId };
    await expectOk(callAs(documents.retryFailed, { token: ada.token, params }));
    await expect
      .poll(async () => (await ready(ada, datasourceId)).statusMessage, { timeout: 20_000 })
      .toContain("couldn't be processed");
  });
});
