import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { documents, type KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { env, forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, documentsOf, newEmbedding, ready } from "../support/datasources";
import { googleError, startDriveStandin } from "../support/standins/google-drive/server";
import { serviceAccount, startGoogleSignIn } from "../support/standins/google-sign-in";
import { graphError, startGraphStandin } from "../support/standins/onedrive/server";
import type { Fault } from "../support/standins/service/serve";
import { client } from "../support/standins/service/tokens";
import { html, WebsiteStandin } from "../support/standins/website/standin";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let ingest: { stop: () => Promise<void> };
beforeAll(async () => {
  ingest = startIngestWorker((await testDatabase()).db, { pollMs: 50, heartbeatMs: 500 });
});
afterAll(() => ingest.stop());

interface Service {
  connectorId: string;
  config: Record<string, unknown>;
  put: (id: string, content: string) => void;
  /** The file is not given out, for a reason that passes or not. */
  refuse: (id: string, passes: boolean) => void;
  heal: () => void;
}

function places(values: Record<string, string>): void {
  Object.assign(process.env, values);
  forgetEnv();
  onTestFinished(() => {
    for (const name of Object.keys(values)) delete process.env[name];
    forgetEnv();
  });
}

async function onedrive(): Promise<Service> {
  const graph = await startGraphStandin();
  onTestFinished(() => graph.close());
  places({ MICROSOFT_LOGIN_BASE_URL: graph.url, MICROSOFT_GRAPH_BASE_URL: graph.url });
  const secrets = { clientId: client.id, clientSecret: client.secret };
  const authentication = { type: "app", tenant: "contoso.com", ...secrets, user: "ada@contoso.com" };
  const locked = graphError(423, "resourceLocked", "Locked.");
  const malware = graphError(403, "malwareDetected", "Malware.");
  return {
    connectorId: "onedrive",
    config: { authentication },
    put: (id, content) => graph.put(id, { content }),
    refuse: (id, passes) =>
      graph.fail({ when: ({ path }) => path.endsWith(`/${id}/content`), answer: passes ? locked : malware }),
    heal: graph.heal,
  };
}

async function drive(): Promise<Service> {
  const standin = await startDriveStandin("ya29.standin-access-token");
  const signIn = await startGoogleSignIn("ya29.standin-access-token");
  onTestFinished(async () => {
    await standin.close();
    await signIn.close();
  });
  places({ GOOGLE_DRIVE_BASE_URL: standin.url, GOOGLE_OAUTH_BASE: signIn.baseUrl });
  const answer = googleError(403, "cannotDownloadFile", "This file cannot be downloaded by the user.");
  return {
    connectorId: "google_drive",
    config: { authentication: { type: "service_account", credentials: serviceAccount() } },
    put: (id, content) => standin.put(id, { content }),
    refuse: (id) => {
      const when: Fault["when"] = ({ path, query }) => path.includes(`/files/${id}`) && query.get("alt") === "media";
      standin.fail({ when, answer });
    },
    heal: standin.heal,
  };
}

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

async function connected(ada: Person, { connectorId, config }: Pick<Service, "connectorId" | "config">) {
  const body = { connectorId, name: "Files", description: "", config };
  const { datasourceId, discoveredSchema } = await expectOk(callAs(datasources.test, { ...to(ada), body }));
  const streamConfig = (discoveredSchema as { name: string }[]).map(({ name }) => ({ name, mode: "incremental" }));
  const added = { datasourceId, streamConfig, embeddingModelId: await newEmbedding(ada) };
  await expectOk(callAs(datasources.add, { ...to(ada), body: added }));
  return String(datasourceId);
}

const settled = async (id: string) => {
  const { pool } = await testDatabase();
  const open = "select 1 from datasource_jobs where datasource_id = $1 and date_ended is null";
  await expect.poll(async () => (await pool.query(open, [id])).rowCount, { timeout: 20_000, interval: 50 }).toBe(0);
};

async function sync(ada: Person, id: string): Promise<void> {
  await expectOk(callAs(datasources.sync, { ...atDatasource(ada, id), body: {} }));
  await settled(id);
}

const bad = async (ada: Person, id: string): Promise<KnowledgeDocument> => {
  const found = (await documentsOf(ada, id)).find(({ title }) => title.startsWith("bad"));
  if (!found) throw new Error("It is not there.");
  return found;
};

const retry = async (ada: Person, datasourceId: string) => {
  const params = { resourceSlug: ada.slug, datasourceId, documentId: (await bad(ada, datasourceId))._id };
  await expectOk(callAs(documents.retry, { token: ada.token, params, body: {} }));
  await settled(datasourceId);
};

describe.each([
  ["onedrive", onedrive],
  ["google_drive", drive],
])("a file of %s that could not be fetched, and that no change tells of any more", (_name, start) => {
  it("comes with the next sync", async () => {
    const service = await start();
    const ada = await newPerson();
    for (const id of ["good", "bad"]) service.put(id, `The ${id} harbour has seven lighthouses.`);
    service.refuse("bad", false);
    const id = await connected(ada, service);
    await settled(id);
    expect(await bad(ada, id)).toMatchObject({ stage: "failed", failedStage: "fetched", nextRetry: null });
    await sync(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "failed", failedStage: "fetched", attempt: 2 });
    service.heal();
    await sync(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "stored", error: null, attempt: 0 });
  });

  it("comes by Retry, also where an older state of it is stored", async () => {
    const service = await start();
    const ada = await newPerson();
    for (const id of ["good", "bad"]) service.put(id, `The ${id} harbour has seven lighthouses.`);
    const id = await connected(ada, service);
    await settled(id);
    service.put("bad", "The bad harbour has been closed.");
    service.refuse("bad", false);
    await sync(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "stored", error: expect.stringMatching(/./) });
    await retry(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "stored", error: expect.stringMatching(/./), attempt: 1 });
    service.heal();
    await retry(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "stored", error: null });
    const { passages } = await ask(ada, id, "Which harbour has been closed?", { k: 1 });
    expect(passages).toMatchObject([{ title: "bad.txt", text: "The bad harbour has been closed." }]);
    const again = { resourceSlug: ada.slug, datasourceId: id, documentId: (await bad(ada, id))._id };
    expect((await callAs(documents.retry, { token: ada.token, params: again, body: {} })).status).toBe(409);
  });
});

describe("a file that is locked for a while", () => {
  it("is tried again by itself, and says so; a sync that is asked for meanwhile reads what is new", async () => {
    const service = await onedrive();
    const ada = await newPerson();
    for (const id of ["good", "bad"]) service.put(id, `The ${id} harbour has seven lighthouses.`);
    service.refuse("bad", true);
    const id = await connected(ada, service);
    await expect
      .poll(() => bad(ada, id).catch(() => null), { timeout: 20_000 })
      .toMatchObject({ stage: "failed", waiting: "for the next attempt", nextRetry: expect.any(String) });
    expect(await ready(ada, id)).toMatchObject({ status: "ready", inProgress: false, recordCount: { failed: 1 } });
    service.put("new", "A new file.");
    await expectOk(callAs(datasources.sync, { ...atDatasource(ada, id), body: {} }));
    await expect.poll(async () => (await documentsOf(ada, id)).length, { timeout: 10_000 }).toBe(3);
    service.heal();
    await expect.poll(() => bad(ada, id), { timeout: 25_000 }).toMatchObject({ stage: "stored", nextRetry: null });
    await settled(id);
    expect(await ready(ada, id)).toMatchObject({ recordCount: { total: 3, succeeded: 3 }, inProgress: false });
  });
});

describe("a document whose tries were used up by trouble that passes", () => {
  it("is read anew by the next sync, also where its file was lost", async () => {
    const service = await onedrive();
    const ada = await newPerson();
    for (const id of ["good", "bad"]) service.put(id, `The ${id} harbour has seven lighthouses.`);
    const id = await connected(ada, service);
    await settled(id);
    const { pool } = await testDatabase();
    const used = "stage = 'failed', failed_stage = 'parsed', error = 'Reading this file failed.', attempt = 8";
    await pool.query(`update documents set ${used} where datasource_id = $1 and title like 'bad%'`, [id]);
    await sync(ada, id);
    expect(await bad(ada, id)).toMatchObject({ stage: "stored", error: null });

    const folder = join(env().UPLOADS_DIR, "documents");
    const { rows } = await pool.query("select file_key from documents where datasource_id = $1", [id]);
    for (const name of readdirSync(folder))
      if (rows.some(({ file_key }) => file_key.endsWith(name))) rmSync(join(folder, name));
    const chunking = { strategy: "recursive", size: 300, overlap: 0 };
    await expectOk(callAs(datasources.edit, { ...atDatasource(ada, id), body: { chunking } }));
    await expect
      .poll(async () => (await ready(ada, id)).recordCount, { timeout: 20_000 })
      .toEqual({ total: 2, succeeded: 2, failed: 0 });
    await settled(id);
  });
});

describe("a page that could not be fetched", () => {
  it("comes by Retry alone, without the site being read anew", async () => {
    const site = await new WebsiteStandin().start();
    onTestFinished(() => site.close());
    site.pages.set("/sitemap.xml", site.sitemap("/good", "/bad"));
    site.pages.set("/", html("Home", "Welcome"));
    site.pages.set("/good", html("Good", "The good harbour has seven lighthouses."));
    site.pages.set("/bad", { status: 418, body: "" });
    const ada = await newPerson();
    const id = await connected(ada, { connectorId: "website", config: { url: site.url, delayMs: 0 } });
    await settled(id);
    const failed = async () => (await documentsOf(ada, id)).find(({ uri }) => uri?.endsWith("/bad"));
    expect(await failed()).toMatchObject({ stage: "failed", failedStage: "fetched" });
    site.pages.set("/bad", html("Bad", "The bad harbour has been closed."));
    const asked = site.paths.length;
    const params = { resourceSlug: ada.slug, datasourceId: id, documentId: (await failed())?._id ?? "" };
    await expectOk(callAs(documents.retry, { token: ada.token, params, body: {} }));
    await settled(id);
    expect(await failed()).toMatchObject({ stage: "stored", title: "Bad" });
    expect(site.paths.slice(asked)).not.toContain("/good");
  });
});
