import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { SampleRecord } from "@/lib/contract/airbyte/schemas";
import { airbyte } from "@/lib/contract/airbyte/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { env, forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { graphError, startGraphStandin } from "../support/standins/onedrive/server";
import { client } from "../support/standins/service/tokens";
import { html, WebsiteStandin } from "../support/standins/website/standin";

ownDatabase();

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

async function draft(person: Person, connectorId: string, config: Record<string, unknown>): Promise<string> {
  const body = { connectorId, name: "Files", description: "", config };
  return String((await expectOk(callAs(datasources.test, { ...to(person), body }))).datasourceId);
}

const sample = (person: Person, body: Record<string, unknown>) => callAs(airbyte.sample, { ...to(person), body });
const records = async (person: Person, body: Record<string, unknown>) =>
  (await expectOk(sample(person, body))).records as SampleRecord[];

const left = async (): Promise<unknown[]> => {
  const { pool } = await testDatabase();
  const rows = ["documents", "chunks", "embeddings", "datasource_jobs"].map((table) =>
    pool.query(`select 1 from ${table}`),
  );
  const counts = (await Promise.all(rows)).map(({ rowCount }) => rowCount);
  return [...counts, readdirSync(join(env().DATA_DIR, "tmp")).filter((name) => name.startsWith("source-")).length];
};
const nothing = [0, 0, 0, 0, 0];

it("the first files of a drive are cut as chosen, each with its own trouble, and nothing is kept", async () => {
  const graph = await startGraphStandin();
  Object.assign(process.env, { MICROSOFT_LOGIN_BASE_URL: graph.url, MICROSOFT_GRAPH_BASE_URL: graph.url });
  forgetEnv();
  onTestFinished(async () => {
    for (const name of ["MICROSOFT_LOGIN_BASE_URL", "MICROSOFT_GRAPH_BASE_URL"]) delete process.env[name];
    forgetEnv();
    await graph.close();
  });
  graph.put("long", { name: "long.md", content: "The quay closes at ten. ".repeat(500) });
  graph.put("empty", { content: "" });
  graph.put("locked", { content: "x" });
  for (let i = 0; i < 5; i += 1) graph.put(`file-${i}`, { content: `Number ${i}.` });
  graph.fail({
    when: ({ path }) => path.endsWith("/locked/content"),
    answer: graphError(423, "resourceLocked", "Locked."),
  });
  const ada = await newPerson();
  const secrets = { clientId: client.id, clientSecret: client.secret };
  const authentication = { type: "app", tenant: "contoso.com", ...secrets, user: "ada@contoso.com" };
  const datasourceId = await draft(ada, "onedrive", { authentication });
  const chunking = { strategy: "recursive", size: 200, overlap: 0 };
  const [long, empty, locked, ...others] = await records(ada, { datasourceId, stream: { name: "files" }, chunking });
  expect([long?.title, long?.error, long?.chunks.length]).toEqual(["long.md", null, 10]);
  expect(long?.total).toBeGreaterThan(50);
  for (const { text } of long?.chunks ?? []) expect(text.length).toBeLessThanOrEqual(200);
  expect([empty?.error, locked?.error]).toEqual([expect.stringMatching(/empty/), expect.stringMatching(/locked/)]);
  expect(others).toMatchObject([{ title: "file-0.txt", chunks: [{ text: "Number 0." }] }, { title: "file-1.txt" }]);
  expect(graph.requests.filter(({ path }) => path.endsWith("/content"))).toHaveLength(5);
  expect(await left()).toEqual(nothing);
});

it("the first pages of a website come as they would be stored; a stream that is none is refused", async () => {
  const site = await new WebsiteStandin().start();
  onTestFinished(() => site.close());
  site.pages.set("/", html("Home", `<h1>Welcome</h1><p>${"Long words. ".repeat(20_000)}</p>`));
  const ada = await newPerson();
  const datasourceId = await draft(ada, "website", { url: site.url, delayMs: 0 });
  const [home, ...more] = await records(ada, { datasourceId, stream: { name: "pages" } });
  expect([home?.title, home?.chunks[0]?.headings, more]).toEqual(["Home", ["Welcome"], []]);
  expect(home?.total).toBeGreaterThan(100);
  expect(await left()).toEqual(nothing);
  expect(await sample(ada, { datasourceId, stream: { name: "other" } })).toMatchObject({ status: 400 });
  site.pages.set("/", { status: 500, body: "" });
  expect((await sample(ada, { datasourceId, stream: { name: "pages" } })).status).toBe(400);
});
