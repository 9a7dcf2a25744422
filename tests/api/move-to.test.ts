import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSecret } from "@/lib/server/main/check-secret";
import { connectOwn } from "@/lib/server/platform/db/connection/connect";
import { dataFolder, run } from "../support/data-folders";
import { ownDatabase, testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { startProcess } from "../support/processes";
import { conversation } from "../support/sessions";

ownDatabase();

let own: OwnPostgres;
let folder: string;
let sessionId: string;
let counts: Map<string, number>;

/** A data folder whose embedded database has people in it and no server. */
beforeAll(async () => {
  const { db, pool } = await testDatabase();
  await checkSecret(db);
  sessionId = (await conversation()).sessionId;
  counts = await countRows(pool);
  own = await ownPostgres();
}, 60_000);
afterAll(() => own.stop());

interface Asked {
  query(text: string): Promise<{ rows: Record<string, string>[] }>;
}

async function countRows(pool: Asked): Promise<Map<string, number>> {
  const { rows: tables } = await pool.query("select tablename from pg_tables where schemaname = 'public'");
  const found = new Map<string, number>();
  for (const { tablename = "" } of tables) {
    const { rows } = await pool.query(`select count(*) n from public."${tablename}"`);
    found.set(tablename, Number(rows[0]?.n));
  }
  return found;
}

async function stoppedFolder(): Promise<string> {
  folder = dataFolder("moving");
  const file = `${temporaryFolder("archive")}/all.tar.gz`;
  expect(await run("backup", process.env.DATA_DIR ?? "", [file])).toMatchObject({ code: 0 });
  expect(await run("restore", folder, [file])).toMatchObject({ code: 0 });
  return folder;
}

test("copies every row to a PostgreSQL of one's own, which Muster then runs on", { timeout: 90_000 }, async () => {
  const from = await stoppedFolder();
  const before = readdirSync(from).sort();
  const url = await own.database();
  const { code, output } = await run("move-to", from, [url]);
  expect(code, output).toBe(0);
  expect(output).toContain("Now set DATABASE_URL");
  expect(output).not.toContain("between-us");
  for (const [table, rows] of counts) expect(output).toMatch(new RegExp(`^ {2}${table} +${rows}$`, "m"));
  expect(readdirSync(from).sort()).toEqual(before);
  const { pool, close } = await connectOwn(url);
  expect(await countRows(pool)).toEqual(counts);
  const { rows } = await pool.query("select app_name from sessions where id = $1", [sessionId]);
  expect(rows).toEqual([{ app_name: "Chat" }]);
  // The references are there again, and hold.
  await expect(pool.query("insert into partial_messages values ('m', 'no-session', 'r', '')")).rejects.toThrow(
    "violates foreign key constraint",
  );
  await close();
  const worker = startProcess("lib/scripts/worker.ts", { DATA_DIR: from, DATABASE_URL: url });
  await expect.poll(worker.output, { timeout: 60_000 }).toContain("Muster has started");
  await worker.kill("SIGTERM");

  const again = await run("move-to", from, [url]);
  expect(again).toEqual({
    code: 1,
    output: "The target database isn't empty. Create a new one for Muster and use it.",
  });
});

test("a table of somebody else's is enough to refuse, and nothing is added to it", { timeout: 60_000 }, async () => {
  const from = await stoppedFolder();
  const url = await own.database();
  const { pool, close } = await connectOwn(url);
  await pool.query("create schema other; create table other.things (a int)");
  expect(await run("move-to", from, [url])).toMatchObject({ code: 1, output: expect.stringContaining("isn't empty") });
  expect((await countRows(pool)).size).toBe(0);
  await close();
});

test("refuses while a server runs, with DATABASE_URL set, and without an address", { timeout: 60_000 }, async () => {
  const live = process.env.DATA_DIR ?? "";
  const url = await own.database();
  expect(await run("move-to", live, [url])).toEqual({
    code: 1,
    output: `Muster is running on ${live}. Stop all its processes, then run this command again.`,
  });
  expect(readdirSync(live)).not.toContain("restore.json");
  expect(await run("move-to", live, [url], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    output: expect.stringContaining("DATABASE_URL is set"),
  });
  expect(await run("move-to", live, ["http://example.test"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("Usage"),
  });
});

test("leaves the empty target empty when there is nothing to move", { timeout: 60_000 }, async () => {
  const from = dataFolder("empty");
  const url = await own.database();
  expect(await run("move-to", from, [url])).toEqual({
    code: 1,
    output: "The embedded database is empty: there is nothing to move.",
  });
  const { pool, close } = await connectOwn(url);
  const { rows } = await pool.query("select count(*) n from pg_class where relnamespace = 'public'::regnamespace");
  expect(rows).toEqual([{ n: "0" }]);
  await close();
});
