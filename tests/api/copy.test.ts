import { once } from "node:events";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { copyIn, copyOut } from "@/lib/server/platform/db/copy/copy";
import { ownDatabase, testDatabase } from "../support/database";

ownDatabase();

const table = { name: "copied", columns: ["id", "text"] };
const rowBytes = 1_000;
const many = 100_000;

/** As backups and moves have it: a pipeline cannot copy tables. */
let pool: Pool;
let client: PoolClient;
beforeAll(async () => {
  pool = createPool({ ...(await testDatabase()).pool.options, pipeline: false });
  client = await pool.connect();
  await client.query("create table copied (id integer primary key, text text)");
});
afterAll(async () => {
  client.release(true);
  await pool.end();
});
beforeEach(() => client.query("truncate copied"));

const fill = (rows: number) =>
  client.query("insert into copied select n, repeat('x', $2) from generate_series(1, $1) n", [rows, rowBytes]);
const count = async () => (await client.query<{ n: number }>("select count(*)::int n from copied")).rows[0]?.n;
const lines = (rows: number) => Readable.from(Array.from({ length: rows }, (_, id) => `${id}\tline\n`));

test("rows go out and come in as they are, and are counted", async () => {
  await client.query(
    "insert into copied values (1, E'line\\nbreak\\r\\ttab \\\\N \\\\.'), (2, null), (3, ''), (4, '“ü” 🜂')",
  );
  const { rows } = await client.query("select * from copied order by id");
  const out = copyOut(client, table);
  const dumped = await text(out);
  expect(out.rows).toBe(4);
  await client.query("truncate copied");
  await pipeline(Readable.from([dumped]), copyIn(client, table));
  expect((await client.query("select * from copied order by id")).rows).toEqual(rows);
});

test("an empty table is no rows, both ways", async () => {
  const out = copyOut(client, table);
  expect([await text(out), out.rows]).toEqual(["", 0]);
  await pipeline(Readable.from([]), copyIn(client, table));
  expect(await count()).toBe(0);
});

test("a slow reader holds up the server, not the memory", async () => {
  await fill(many);
  const out = copyOut(client, table);
  const before = process.memoryUsage();
  await sleep(500);
  const after = process.memoryUsage();
  expect(out.rows * rowBytes).toBeLessThan(1024 ** 2);
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(10 * 1024 ** 2);
  for await (const _ of out);
  expect(out.rows).toBe(many);
});

test("a slow server holds up the writer", async () => {
  await client.query("begin");
  const other = await pool.connect();
  await client.query("lock copied in access exclusive mode");
  let sent = 0;
  async function* source() {
    for (; sent < 50_000; sent += 1) yield `${sent}\t${"x".repeat(rowBytes)}\n`;
  }
  const loaded = pipeline(source, copyIn(other, table));
  await sleep(500);
  expect(sent * rowBytes).toBeLessThan(10 * 1024 ** 2);
  await client.query("commit");
  await loaded;
  other.release();
  expect(await count()).toBe(50_000);
});

test("a reader that gives up leaves a connection that can be used", async () => {
  await fill(many);
  const out = copyOut(client, table);
  const givingUp = async (rows: AsyncIterable<Buffer>) => {
    for await (const _ of rows) throw new Error("The disk is full.");
  };
  await expect(pipeline(out, givingUp)).rejects.toThrow("The disk is full.");
  expect(await count()).toBe(many);
  copyOut(client, table).destroy();
  expect(await count()).toBe(many);
});

test.each([
  ["before the first row", { name: "copied", columns: ["id", "none"] }, 'column "none"'],
  ["at a table that is not there", { name: "none", columns: ["id"] }, "does not exist"],
])("a failure %s is the reader's and the writer's, and the connection can be used", async (_, wrong, sentence) => {
  await expect(text(copyOut(client, wrong))).rejects.toThrow(sentence);
  expect(await count()).toBe(0);
  await expect(pipeline(lines(3), copyIn(client, wrong))).rejects.toThrow(sentence);
  await expect(pipeline(lines(50_000), copyIn(client, wrong))).rejects.toThrow(sentence);
  expect(await count()).toBe(0);
});

test("a failure between rows is the reader's, and the connection can be used", async () => {
  await fill(many);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() pid");
  const out = copyOut(client, table);
  await once(out, "readable");
  // The failure can arrive before the reader is there.
  out.on("error", () => undefined);
  await pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]);
  await expect(text(out)).rejects.toThrow("canceling statement");
  expect(out.rows).toBeGreaterThan(0);
  expect(await count()).toBe(many);
});

test("rows that are none are refused, all of them, and the connection can be used", async () => {
  await expect(pipeline(Readable.from(["1\ta\n", "two\tb\n"]), copyIn(client, table))).rejects.toThrow(
    'invalid input syntax for type integer: "two"',
  );
  async function* late() {
    for (let id = 0; id < 50_000; id += 1) yield id === 20_000 ? "two\tb\n" : `${id}\t${"x".repeat(100)}\n`;
  }
  await expect(pipeline(late, copyIn(client, table))).rejects.toThrow("invalid input syntax");
  expect(await count()).toBe(0);
});

test("a source that fails undoes what came of it, and the connection can be used", async () => {
  async function* failing(rows: number) {
    for (let id = 0; id < rows; id += 1) yield `${id}\tline\n`;
    throw new Error("The archive broke.");
  }
  for (const rows of [0, 1, 50_000]) {
    await expect(pipeline(failing(rows), copyIn(client, table))).rejects.toThrow("The archive broke.");
    expect(await count()).toBe(0);
  }
});

test("a connection that is cut fails both", async () => {
  await fill(many);
  const cut = async (work: (other: PoolClient) => Promise<unknown>) => {
    const other = await pool.connect();
    other.on("error", () => undefined);
    const { rows } = await other.query<{ pid: number }>("select pg_backend_pid() pid");
    const failed = expect(work(other)).rejects.toThrow(/terminat|ECONN|EPIPE/);
    await sleep(100);
    await client.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    await failed;
    other.release(true);
  };
  await cut(async (other) => {
    for await (const _ of copyOut(other, table)) await sleep(20);
  });
  async function* slow() {
    for (let id = many + 1; ; id += 1) {
      yield `${id}\tline\n`;
      await sleep(5);
    }
  }
  await cut((other) => pipeline(slow, copyIn(other, table)));
  expect(await count()).toBe(many);
});
