import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { assets } from "@/lib/contract/assets/schemas";
import { datasources as datasourceCalls } from "@/lib/contract/datasources/schemas";
import { FetchBatch } from "@/lib/server/engine/knowledge/pipeline/stages/fetch-batch";
import type { Database } from "@/lib/server/platform/db/client";
import { datasourceJobs, datasources } from "@/lib/server/platform/db/tables/datasources";
import { env } from "@/lib/server/platform/env/env";
import { callAs, newPerson, type Person, type Reply } from "../support/client";
import { closeDatabase, openDatabaseOf } from "../support/database";
import { formOf, newEmbedding, upload } from "../support/datasources";
import { fileForm } from "../support/matrix/furnished-team";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { attach, newApp, newSession } from "../support/sessions";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy";

let postgres: OwnPostgres;
let proxy: TcpProxy;
let database: Database;
let ada: Person;
let sessionId: string;
let embeddingModelId: string;
const folder = mkdtempSync(join(tmpdir(), "muster-lost-commits-"));

beforeAll(async () => {
  postgres = await ownPostgres();
  const url = new URL(await postgres.database());
  proxy = await tcpProxy({ port: Number(url.port) });
  url.port = String(proxy.port);
  const own = { DATABASE_URL: url.href, DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads"), LOG_LEVEL: "error" };
  database = await openDatabaseOf(own);
  ada = await newPerson();
  sessionId = await newSession(ada, await newApp(ada));
  embeddingModelId = await newEmbedding(ada);
}, 60_000);
afterAll(async () => {
  await closeDatabase();
  await proxy.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const team = () => ({ token: ada.token, params: { resourceSlug: ada.slug } });
const filesIn = (name: string): string[] =>
  readdirSync(join(env().UPLOADS_DIR, name)).map((file) => (name === "icons" ? file : `${name}/${file}`));

/** The stored files of a kind that rows name, from the database, and those that are there. */
async function stored(name: string, column: string, table: string) {
  const { rows } = await database.pool.query<{ key: string }>(
    `select ${column} key from ${table} where ${column} is not null`,
  );
  return { named: rows.map(({ key }) => key).sort(), there: filesIn(name).sort() };
}

interface Storing {
  call: () => Promise<Reply<never>>;
  /** Folder, column and table. */
  place: [string, string, string];
}

const calls: Record<string, Storing> = {
  "a picture": {
    call: () => callAs(assets.add, { ...team(), body: fileForm("a.png") }),
    place: ["icons", "filename", "assets"],
  },
  "a file of a session": {
    call: () => attach(ada, sessionId, "notes.txt", "Notes."),
    place: ["sessions", "path", "session_files"],
  },
  "a document": {
    call: () =>
      callAs(datasourceCalls.upload, { ...team(), body: formOf({ "pier.txt": "The pier." }, { embeddingModelId }) }),
    place: ["documents", "file_key", "documents"],
  },
};

/** Connections are made anew after each cut. */
beforeEach(() =>
  expect
    .poll(() =>
      database.pool.query("select 1").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true),
);

it.each(Object.entries(calls))("%s stays when only the reply to its commit is lost", async (_what, { call, place }) => {
  proxy.cutAt("commit", "answered");
  expect((await call()).status).toBe(503);
  const { named, there } = await stored(...place);
  expect(named).toHaveLength(1);
  expect(there).toEqual(named);
});

it.each(Object.entries(calls))("%s goes when its transaction is rolled back", async (_what, { call, place }) => {
  const before = await stored(...place);
  const table = place[2];
  await database.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '40001'; end $$`);
  await database.pool.query(`create trigger refuse before insert on ${table} for each row execute function refuse()`);
  onTestFinished(async () => void (await database.pool.query("drop function refuse cascade")));
  expect((await call()).status).toBe(409);
  expect(await stored(...place)).toEqual(before);
});

it("a file that a sync has fetched stays when only the reply to its commit is lost", async () => {
  const { datasourceId } = await upload(ada, { "first.txt": "First." });
  const [datasource] = await database.db.select().from(datasources).where(eq(datasources.id, datasourceId));
  const [job] = await database.db.select().from(datasourceJobs).where(eq(datasourceJobs.datasourceId, datasourceId));
  if (!datasource || !job) throw new Error("The upload has made neither.");
  const { signal } = new AbortController();
  const batch = new FetchBatch({ db: database.db, datasource, orgId: "", job, signal }, "");
  const path = join(folder, "fetched.txt");
  writeFileSync(path, "Fetched.");
  const file = { path, filename: "fetched.txt" };
  await batch.add({ type: "record", key: "fetched", title: "Fetched", uri: null, data: null, file });
  proxy.cutAt("commit", "answered");
  await expect(batch.add({ type: "end", complete: false })).rejects.toThrow();
  await batch.discard();
  const { named, there } = await stored("documents", "file_key", "documents");
  expect(there).toEqual(named);
});
