import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { listenerState, listenForever } from "@/lib/server/platform/db/notify/listener";
import { callJson, newApp, newPerson, newSession, type Person } from "../bench/people";
import { readStream, runEnded, seqsOf } from "../support/event-reader";
import { temporaryFolder } from "../support/folders";
import { freePort } from "../support/free-port";
import { followSession, openSocket } from "../support/live-reader";
import { type OwnPostgres, ownPostgres } from "../support/own-postgres";
import { type Started, startProcess } from "../support/processes";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";
import { type TcpProxy, tcpProxy } from "../support/tcp-proxy";

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await ownPostgres();
});
afterAll(() => postgres.stop());

let proxy: TcpProxy;
let direct: string;
let shared: Record<string, string>;
beforeEach(async () => {
  direct = await postgres.database();
  proxy = await tcpProxy({ port: Number(new URL(direct).port) });
  const folder = temporaryFolder("lost");
  const qdrant = await startQdrantStandin();
  const vectors = { VECTORS_URL: qdrant.url, VECTORS_API_KEY: qdrant.key };
  shared = {
    ...{ APP_SECRET: randomUUID() + randomUUID(), UPLOADS_DIR: join(folder, "uploads"), DATA_DIR: folder },
    ...vectors,
  };
  return () => Promise.all([proxy.close(), qdrant.close()]);
});

function throughProxy(): string {
  const url = new URL(direct);
  url.port = String(proxy.port);
  return url.href;
}

let count = 0;
/** A process with a data folder of its own, as on another machine. */
function start(script: string, variables: Record<string, string>): Started {
  const DATA_DIR = join(shared.DATA_DIR ?? "", `machine-${++count}`);
  mkdirSync(DATA_DIR, { recursive: true });
  const process = startProcess(script, {
    LOG_LEVEL: "info",
    RATE_LIMIT_SCALE: "1000",
    ...shared,
    DATA_DIR,
    ...variables,
  });
  onTestFinished(() => process.kill("SIGKILL"));
  return process;
}

async function startServer(variables: Record<string, string>): Promise<string> {
  const PORT = String(await freePort());
  await start("tests/support/api-process.ts", { ...variables, PORT }).line("serving");
  return `http://localhost:${PORT}`;
}

const readyz = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status;
const say = (person: Person, url: string, sessionId: string) =>
  callJson({ ...person, url }, `/${person.slug}/forms/session/${sessionId}/start`, { message: "Go" });
const statusOf = async (person: Person, sessionId: string) =>
  (await callJson<{ session: { status: string } }>(person, `/${person.slug}/session/${sessionId}.json`)).session.status;

const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

/** Until the server says so. Returns after how many ms. */
async function becomes(url: string, status: number, withinMs: number): Promise<number> {
  const begun = performance.now();
  await expect.poll(() => readyz(url), { timeout: withinMs, interval: 250 }).toBe(status);
  return performance.now() - begun;
}

describe("connections to the database that are dropped without a word", () => {
  it("are told by /readyz, replaced within 30 seconds, and readers miss nothing", { timeout: 120_000 }, async () => {
    const front = await startServer({ DATABASE_URL: throughProxy(), WORKER: "off" });
    const worker = start("lib/scripts/worker.ts", { DATABASE_URL: direct });
    await worker.line('{"level":30');
    const person = await newPerson(front);
    const sessionId = await newSession(person, await newApp(person, "demo-chat:ttft=1,tps=60,words=120"));
    const stream = readStream(person, front, sessionId);
    const socket = await openSocket(front, person.token);
    onTestFinished(() => void socket.disconnect());
    const live = await followSession(socket, sessionId);
    const left: string[] = [];
    socket.on("disconnect", (reason) => left.push(reason));
    await say(person, front, sessionId);
    await expect.poll(() => live.pieces, { timeout: 15_000 }).toBeGreaterThan(3);

    proxy.dropSilently();
    const dropped = performance.now();
    await becomes(front, 503, 15_000);
    await becomes(front, 200, 30_000);
    expect(performance.now() - dropped).toBeLessThan(30_000);
    // The worker needs none of the connections that were dropped, and takes the time that it takes.
    await expect.poll(() => statusOf(person, sessionId), { timeout: 30_000 }).toBe("waiting");
    await expect.poll(() => runEnded(stream), { timeout: 10_000 }).toBe(true);
    expect(seqsOf(stream)).toEqual(range(stream.at(-1)?.seq ?? 0));
    // What was broadcast meanwhile was kept for this process, so nobody has to connect again.
    expect(left).toEqual([]);
    // No place in the pool is lost: more calls than it has, all at once.
    const calls = await Promise.all(range(30).map(() => statusOf(person, sessionId)));
    expect(new Set(calls)).toEqual(new Set(["waiting"]));
  });

  it("keep no run from its end: its worker's own, and those that wait", { timeout: 150_000 }, async () => {
    const url = await startServer({ DATABASE_URL: throughProxy() });
    const person = await newPerson(url);
    const appId = await newApp(person, "demo-chat:ttft=1,tps=60,words=200");
    const ids = await Promise.all(range(3).map(() => newSession(person, appId)));
    for (const id of ids) await say(person, url, id);
    await expect.poll(() => statusOf(person, ids[0] ?? ""), { timeout: 15_000 }).toBe("running");
    proxy.dropSilently();
    await becomes(url, 503, 15_000);
    await becomes(url, 200, 30_000);
    for (const id of ids) await expect.poll(() => statusOf(person, id), { timeout: 60_000 }).toBe("waiting");
  });

  it("leave no locks behind that others wait for", { timeout: 90_000 }, async () => {
    const pool = createPool({ connectionString: throughProxy(), max: 2 }, { limited: true });
    const other = createPool({ connectionString: direct, max: 1 });
    onTestFinished(async () => void (await Promise.all([pool.end(), other.end()])));
    const stop = listenForever(pool, {
      subscriptions: [{ channel: "held", onMessage: () => {} }],
      onConnected: async () => {},
    });
    onTestFinished(stop);
    await other.query("create table held (n int); insert into held values (1)");
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("update held set n = 2");
    proxy.dropSilently();
    await expect(holder.query("select 1")).rejects.toMatchObject({ code: "ECONNRESET" });
    // As drizzle where `begin` fails, nobody releases it.
    await other.query("set lock_timeout = '5s'");
    await other.query("update held set n = 3");
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 5_000 }).toBe(0);
  });
});

describe("a process that listens", () => {
  it("has started once it is connected and has read what it missed", { timeout: 60_000 }, async () => {
    const pool = createPool({ connectionString: throughProxy(), max: 1 });
    onTestFinished(() => pool.end());
    const gaps: ("first" | "later")[] = [];
    const readings: (() => void)[] = [];
    const onConnected = (gapMs: number | null) => {
      gaps.push(gapMs === null ? "first" : "later");
      return new Promise<void>((resolve) => readings.push(resolve));
    };
    proxy.swallow();
    const stop = listenForever(pool, { subscriptions: [{ channel: "started", onMessage: () => {} }], onConnected });
    onTestFinished(stop);
    await expect.poll(() => proxy.accepted(), { timeout: 10_000 }).toBeGreaterThan(0);
    expect(listenerState()).toBe("starting");
    proxy.forward();
    await expect.poll(() => gaps, { timeout: 20_000 }).toEqual(["first"]);
    expect(listenerState()).toBe("starting");
    readings[0]?.();
    await expect.poll(listenerState).toBe("listening");

    await postgres.administer(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen started%' or query = 'select'",
    );
    await expect.poll(() => gaps, { timeout: 20_000 }).toEqual(["first", "later"]);
    expect(listenerState()).toBe("lost");
    readings[1]?.();
    await expect.poll(listenerState).toBe("listening");
  });
});

describe("a statement that takes its time", () => {
  it("is left alone while the server works on it", { timeout: 60_000 }, async () => {
    const pool = createPool({ connectionString: throughProxy(), max: 2 }, { limited: true });
    onTestFinished(() => pool.end());
    const slow = pool.query("select 7 n from pg_sleep(6)");
    // Looks as the listener's: several in a row find the connection quiet and its backend at work.
    const client = await pool.connect();
    onTestFinished(() => client.release());
    for (let i = 0; i < 5; i += 1) {
      await new Promise((next) => setTimeout(next, 500));
      const quiet = pool.connections.findQuiet();
      const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where state = 'active'");
      expect(
        pool.connections.dropLost(
          quiet,
          rows.map(({ pid }) => pid),
        ),
      ).toEqual([]);
      if (i > 0) expect(quiet).toHaveLength(1);
    }
    expect((await slow).rows).toEqual([{ n: 7 }]);
  });
});
