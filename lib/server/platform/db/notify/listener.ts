import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { log } from "../../log/log";
import { getProvided, provide } from "../../process/registry";
import { type Backend, destroyConnection } from "../connection/connections";
import { keepAlive, sessionOptions, type TrackedPool } from "../connection/pool";
import { parsePayload } from "./notify";

const heartbeatMs = 5_000;
/** The same while no statement waits for its response. */
const idleHeartbeatMs = 20_000;
/** Timeout of the health check. */
const deadlineMs = 5_000;
const retryMs = 1_000;
const mark = "database-listener";

/** A process's handler of one channel. */
export interface Subscription {
  channel: string;
  onMessage: (text: string) => void;
  /** Also called for this process's own notifications. */
  includeOwn?: true;
}

interface ListenerOptions {
  subscriptions: readonly Subscription[];
  /**
   * Called for each new connection. `gapMs`: for how long notifications may have been missed; null for the first connection.
   * Resolves when those have been caught up on.
   */
  onConnected: (gapMs: number | null) => Promise<unknown>;
}

/** `starting`: not connected yet · `lost`: the database is unresponsive */
type ListenerState = "starting" | "listening" | "lost";

/** The state of this process's listener; undefined without one. */
export const listenerState = (): ListenerState | undefined => getProvided<ListenerState>(mark);

const setState = (state: ListenerState | undefined): void => provide(mark, state);

/**
 * Listens on one connection per process, and checks that the database responds: every 20 seconds, and every five while a
 * statement waits, because a failover may drop connections silently. Dead connections of the pool are then closed, so that
 * pending statements can be retried. Returns a function to stop.
 */
export function listenForever(pool: TrackedPool, options: ListenerOptions): () => Promise<void> {
  setState("starting");
  const ending = new AbortController();
  const done = listenOnce(ending.signal, pool, options);
  return async () => {
    ending.abort();
    await done;
    setState(undefined);
  };
}

async function listenOnce(signal: AbortSignal, pool: TrackedPool, options: ListenerOptions): Promise<void> {
  let heardAt: number | null = null;
  while (!signal.aborted) {
    const client = new pg.Client({ ...sessionOptions(pool), ...keepAlive, connectionTimeoutMillis: deadlineMs });
    const lost = new Promise<never>((_resolve, reject) => {
      client.on("error", reject);
    });
    lost.catch(() => undefined);
    let isOpen = true;
    const noteHeard = () => {
      heardAt = performance.now();
    };
    const catchUp = async () => {
      await options.onConnected(heardAt === null ? null : performance.now() - heardAt);
      noteHeard();
      if (isOpen && !signal.aborted) setState("listening");
    };
    try {
      await client.connect();
      client.on("notification", ({ channel, payload = "" }) => receive(options.subscriptions, channel, payload));
      await runQuery(client, options.subscriptions.map(({ channel }) => `listen ${channel}`).join("; "));
      await Promise.race([watch(signal, { client, pool, noteHeard }), catchUp().then(() => lost), lost]);
    } catch (error) {
      if (signal.aborted) break;
      log().warn({ err: error }, "listening to the database failed");
      if (listenerState() === "listening") pool.connections.dropIdle();
      if (listenerState() !== "starting") setState("lost");
    } finally {
      isOpen = false;
      destroyConnection(client);
    }
    await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function receive(subscriptions: readonly Subscription[], channel: string, payload: string): void {
  const { text, own } = parsePayload(payload);
  for (const one of subscriptions) if (one.channel === channel && (one.includeOwn || !own)) one.onMessage(text);
}

interface Watched {
  client: pg.Client;
  pool: TrackedPool;
  /** Until now, no notification was missed. */
  noteHeard: () => void;
}

/** Returns when the signal aborts; throws when the database does not respond in time. */
async function watch(signal: AbortSignal, { client, pool, noteHeard }: Watched): Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const quiet = pool.connections.findQuiet();
    if (quiet.length > 0 || performance.now() - checkedAt >= idleHeartbeatMs) {
      await check(client, pool, quiet);
      checkedAt = performance.now();
      noteHeard();
    }
    await sleep(heartbeatMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function check(client: pg.Client, pool: TrackedPool, quiet: readonly Backend[]): Promise<void> {
  if (quiet.length === 0) {
    await runQuery(client);
    return;
  }
  const working = await runQuery<{ pid: number }>(client, activeBackends, toParameters(quiet));
  const lost = pool.connections.dropLost(
    quiet,
    working.map(({ pid }) => pid),
  );
  if (lost.length === 0) return;
  log().warn({ connections: lost.length }, "connections to the database were lost silently");
  await runQuery(client, endBackends, toParameters(lost));
}

const isListedBackend =
  "(pid, extract(epoch from backend_start)::text) in (select * from unnest($1::int[], $2::text[]))";
const activeBackends = `select pid from pg_stat_activity where state = 'active' and ${isListedBackend}`;
/** Orphaned backends may hold locks that others wait for. */
const endBackends = `select pg_terminate_backend(pid) from pg_stat_activity where ${isListedBackend}`;

const toParameters = (backends: readonly Backend[]) => [
  backends.map(({ pid }) => pid),
  backends.map(({ started }) => started),
];

async function runQuery<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text = "select",
  values?: unknown[],
): Promise<Row[]> {
  const statement = { text, values, query_timeout: deadlineMs };
  return (await client.query<Row>(statement)).rows;
}
