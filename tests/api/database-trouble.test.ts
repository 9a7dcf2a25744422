import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { broadcast } from "@/lib/server/access/broadcast/broadcast";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import { runLease } from "@/lib/server/engine/runs/lease/lease";
import { followSession } from "@/lib/server/engine/runs/log/hub";
import { endLiveText, publishDelta } from "@/lib/server/engine/runs/log/live-text";
import { startWorker, type Worker } from "@/lib/server/engine/runs/worker";
import { afterCommit } from "@/lib/server/platform/db/after-commit";
import type { Database } from "@/lib/server/platform/db/client";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { notifySoon } from "@/lib/server/platform/db/notify/notify";
import { flushNotify } from "@/lib/server/platform/db/notify/outbox";
import { retryingDb } from "@/lib/server/platform/db/retrying-db";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { newPerson, type Person } from "../support/client";
import { closeDatabase, openDatabaseOf } from "../support/database";
import { failingWrites, withoutConnections, withoutTable } from "../support/database-trouble";
import { liveTextOf } from "../support/event-reader";
import { replaceOpenAi } from "../support/open-ai";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { newWriter } from "../support/process-runs";
import { newApp, newSession, readLog, readMessages, readSession, say, settled } from "../support/sessions";
import type { Standin } from "../support/standins/types";
import { newProcess, newTask, newVariable } from "../support/tasks";
import { tcpProxy } from "../support/tcp-proxy";

let postgres: OwnPostgres;
let database: Database;
let standin: Standin;
let worker: Worker;
let end: () => Promise<void>;
/** Connections of the test's own, as a user that no trouble reaches. */
let own: pg.Pool;
const folder = mkdtempSync(join(tmpdir(), "muster-trouble-"));

beforeAll(async () => {
  postgres = await ownPostgres();
  const DATABASE_URL = await postgres.database();
  const folders = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };
  database = await openDatabaseOf({ DATABASE_URL, ...folders, LOG_LEVEL: "error" });
  const url = new URL(DATABASE_URL);
  own = createPool({ host: url.hostname, port: Number(url.port), user: "admin", database: url.pathname.slice(1) });
  ({ standin, end } = await replaceOpenAi());
  worker = startWorker(database.db);
  return () => worker.stop();
}, 60_000);
afterAll(async () => {
  await end();
  await closeDatabase();
  await own.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => removeToolSource("test"));

const count = 6;
const answer = "One answer, of which nothing is lost.";

/** A tool that must not be called twice. */
function payTool(): string[] {
  const made: string[] = [];
  const tool: EngineTool = {
    name: "pay",
    description: "Pays",
    parameters: { type: "object" },
    repeatable: false,
    async execute(_input, _signal, { callId }) {
      made.push(callId);
      return "paid";
    },
  };
  registerToolSource("test", async () => [tool]);
  return made;
}

/** Several runs whose model calls a tool, then answers. */
async function begin(ttftMs = 300): Promise<{ person: Person; ids: string[]; made: string[] }> {
  const made = payTool();
  const person = await newPerson();
  const config = { api_key: standin.key };
  const appId = await newApp(person, { provider: "open_ai", model: "gpt-4o", config });
  const ids = await Promise.all(Array.from({ length: count }, () => newSession(person, appId)));
  standin.requests.length = 0;
  standin.behave(({ body }) =>
    JSON.stringify(body.messages).includes('"role":"tool"')
      ? { text: answer, ttftMs }
      : { tools: [{ name: "pay", input: {} }], ttftMs },
  );
  await Promise.all(ids.map((id) => say(person, id, { message: "Go" })));
  await expect.poll(() => standin.requests.length, { timeout: 15_000 }).toBe(count);
  return { person, ids, made };
}

/** Each run has one answer, for which its provider and its tool were called once each. */
async function expectWell({ person, ids, made }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  for (const id of ids) {
    expect((await settled(person, id, 60_000)).lastRun).toMatchObject({ status: "completed", reason: null });
    expect((await readMessages(person, id)).map(({ role, text }) => [role, text])).toEqual([
      ["user", "Go"],
      ["assistant", answer],
    ]);
    const log = await readLog(person, id);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, i) => i + 1));
    expect(log.filter(({ kind }) => kind === "step")).toHaveLength(2);
    const [run] = await database.db.select().from(runs).where(eq(runs.sessionId, id));
    expect(run?.attempt).toBe(1);
  }
  expect(made).toHaveLength(count);
  expect(standin.requests).toHaveLength(2 * count);
}

describe("runs under way while the database is in trouble", () => {
  it("end well when writes fail for a while", { timeout: 90_000 }, async () => {
    const trouble = await failingWrites(own, ["session_events", "sessions", "runs", "partial_messages", "model_calls"]);
    const begun = await begin();
    await trouble.begin();
    await expect.poll(trouble.count, { timeout: 30_000 }).toBeGreaterThan(5 * count);
    await trouble.end();
    await expectWell(begun);
  });

  it("end well when nobody can connect for a while, and stay with workers that come back", async () => {
    const begun = await begin();
    const [elsewhere] = begun.ids;
    const other = await newSession(begun.person, String((await readSession(begun.person, elsewhere ?? "")).appId));
    const [held] = await database.db
      .insert(runs)
      .values({
        id: "run_elsewhere",
        teamId: begun.person.slug,
        sessionId: other,
        principalId: begun.person.accountId,
        status: "running",
        attempt: 1,
        leaseOwner: "worker-elsewhere",
        leaseUntil: sql`now() + interval '1 second'`,
      })
      .returning();
    await withoutConnections(postgres, () => sleep(3_000));
    await expectWell(begun);
    // Its worker could not renew the lease either, and does now.
    await sleep(1_500);
    expect(await runLease.renew(database.db, "worker-elsewhere", [held?.id ?? ""])).toEqual([]);
    await database.db.delete(runs).where(eq(runs.id, "run_elsewhere"));
  }, 90_000);

  it("end well when statements are cut off for a while", { timeout: 90_000 }, async () => {
    const begun = await begin();
    await withoutTable(postgres, own, "session_events", 2_000);
    await expectWell(begun);
  });
});

it("a worker's read is retried until it gets a connection", async () => {
  const { signal } = new AbortController();
  const db = retryingDb(database.db, { patienceMs: 20_000, reads: signal, writes: signal });
  let read: Promise<unknown> | undefined;
  await withoutConnections(postgres, async () => {
    read = db.select({ id: runs.id }).from(runs).limit(1).execute();
    read.catch(() => undefined);
    await sleep(1_000);
  });
  expect(await read).toBeInstanceOf(Array);
});

describe("a run that is stopped before its answer could be written", () => {
  it("keeps the text of a step with calls, which nobody makes", { timeout: 60_000 }, async () => {
    const made = payTool();
    const person = await newPerson();
    const appId = await newApp(person, { provider: "open_ai", model: "gpt-4o", config: { api_key: standin.key } });
    const sessionId = await newSession(person, appId);
    standin.requests.length = 0;
    standin.behave({ text: "I pay.", tools: [{ name: "pay", input: {} }], ttftMs: 500 });
    await say(person, sessionId, { message: "Go" });
    await stopBehind("sessions", sessionId);
    expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Canceled." });
    expect((await readMessages(person, sessionId)).at(-1)).toMatchObject({ text: "I pay.", completed: false });
    expect((await readSession(person, sessionId)).usage.outputTokens).toBeGreaterThan(0);
    expect(made).toEqual([]);
  });

  it("keeps the answer to a task and counts what it cost", { timeout: 60_000 }, async () => {
    const { person, agentId } = await newWriter(standin.key);
    const outputVariableId = await newVariable(person, "report");
    const taskId = await newTask(person, "Report", { agentId, outputVariableId });
    const sessionId = await newSession(person, await newProcess(person, [taskId]));
    standin.requests.length = 0;
    standin.behave({ text: "The report.", ttftMs: 500 });
    await say(person, sessionId, {});
    await stopBehind("variables", sessionId);
    expect((await settled(person, sessionId)).lastRun).toMatchObject({ status: "cancelled", reason: "Canceled." });
    expect((await readMessages(person, sessionId)).at(-1)?.text).toBe("The report.");
    expect((await readSession(person, sessionId)).usage.outputTokens).toBeGreaterThan(0);
  });
});

/** Stops the session's run once its model has answered, while nobody can read this table. */
async function stopBehind(table: string, sessionId: string): Promise<void> {
  const [run] = await database.db.select().from(runs).where(eq(runs.sessionId, sessionId));
  await expect.poll(() => standin.requests.length, { timeout: 15_000 }).toBe(1);
  const trouble = withoutTable(postgres, own, table, 2_500);
  await expect.poll(() => standin.requests[0]?.answeredAt, { timeout: 15_000 }).toBeGreaterThan(0);
  await sleep(300);
  worker.cancel(run?.id ?? "");
  await trouble;
}

describe("a commit whose answer is lost", () => {
  it.each(["sent", "answered"] as const)("is carried out once when it is cut off as it is %s", async (when) => {
    const url = new URL(process.env.DATABASE_URL ?? "");
    const proxy = await tcpProxy({ port: Number(url.port) });
    url.port = String(proxy.port);
    const pool = createPool({ connectionString: url.href, max: 1 });
    onTestFinished(async () => {
      await pool.end();
      await proxy.close();
    });
    await own.query("create table if not exists written (what text); grant all on written to public");
    await own.query("truncate written");
    const { signal } = new AbortController();
    const db = retryingDb({ $client: pool } as unknown as Database["db"], {
      patienceMs: 20_000,
      reads: signal,
      writes: signal,
    });
    let tries = 0;
    const told: string[] = [];
    proxy.cutAt("commit", when);
    const result = await db.transaction(async (tx) => {
      tries += 1;
      await tx.execute(sql`insert into written values ('once')`);
      afterCommit(tx, async () => void told.push("committed"));
      return "done";
    });
    expect([result, tries, told]).toEqual(["done", when === "answered" ? 1 : 2, ["committed"]]);
    expect((await own.query("select * from written")).rows).toEqual([{ what: "once" }]);
  });
});

describe("a connection that ends while it is used", () => {
  it("is given back once, by its user", async () => {
    const pool = createPool({ connectionString: process.env.DATABASE_URL, max: 1 });
    onTestFinished(() => pool.end());
    const client = await pool.connect();
    const { rows } = await client.query("select pg_backend_pid() pid");
    const ended = new Promise((resolve) => client.once("end", resolve));
    await postgres.administer(`select pg_terminate_backend(${rows[0].pid})`);
    await ended;
    const giveBack = client.release.bind(client);
    let times = 0;
    client.release = () => {
      times += 1;
      if (times === 1) giveBack();
    };
    client.release();
    // Longer than a user who does not is waited for.
    await sleep(1_300);
    expect(times).toBe(1);
  });
});

describe("live text", () => {
  const live = { messageId: "message_live" };

  it("has no holes for who joins while the database is away", { timeout: 30_000 }, async () => {
    const person = await newPerson();
    const sessionId = await newSession(person, await newApp(person));
    await say(person, sessionId, { message: "Go" });
    await settled(person, sessionId);
    const seqs = (await readLog(person, sessionId)).map(({ seq }) => seq);
    const events: SessionEvent[] = [];
    const words = Array.from({ length: 40 }, (_, i) => `word ${i} `);
    // Somebody who joins later has missed the beginning.
    publishDelta(sessionId, live, 0, words[0] ?? "");
    await withoutConnections(postgres, async () => {
      onTestFinished(followSession(sessionId, 0, (event) => events.push(event)));
      for (const [i, word] of [...words.entries()].slice(1)) {
        publishDelta(sessionId, live, words.slice(0, i).join("").length, word);
        await sleep(50);
      }
    });
    const whole = words.join("");
    await expect.poll(() => liveTextOf(events).texts.get("message_live"), { timeout: 15_000 }).toBe(whole);
    expect(liveTextOf(events).gaps).toBe(0);
    expect(events.flatMap(({ seq }) => seq ?? [])).toEqual(seqs);
    publishDelta(sessionId, live, whole.length, "more");
    expect(liveTextOf(events).texts.get("message_live")).toBe(`${whole}more`);
    // An attempt that ends without having logged it has written in vain.
    endLiveText(sessionId, "message_live");
    expect(events.at(-1)).toMatchObject({ kind: "discard", seq: null, body: { messageId: "message_live" } });
  });
});

describe("what other processes are told", () => {
  it("is told once the database takes it, each thing in its order", { timeout: 30_000 }, async () => {
    const listener = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await listener.connect();
    onTestFinished(() => listener.end());
    const heard: string[] = [];
    listener.on("notification", ({ payload = "" }) => heard.push(payload.slice(payload.indexOf(" ") + 1)));
    await listener.query("listen muster_live; listen told");
    // Stands before PostgreSQL's own for this role's new connections.
    await own.query("alter role operator set search_path = public, pg_catalog");
    await own.query(`create function public.pg_notify(text, text) returns void language plpgsql as
      $$ begin raise exception 'too many' using errcode = '53300'; end $$`);
    await own.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'operator' and application_name = 'muster'",
    );
    await broadcast({ kind: "cut", room: "room_1" });
    notifySoon("told", "second");
    const failing = flushNotify();
    // Said while that is under way.
    await new Promise(setImmediate);
    notifySoon("told", "third");
    await failing;
    await own.query("drop function public.pg_notify(text, text)");
    await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(3);
    const cut = JSON.stringify({ kind: "cut", room: "room_1" });
    expect(heard.filter((text) => !text.endsWith(cut))).toEqual(["second", "third"]);
  });
});
