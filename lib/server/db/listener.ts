import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { log } from "../log";
import { provide, provided } from "../registry";
import { type Backend, cutConnection } from "./connections";
import { keepAlive, type TrackedPool } from "./pool";

const heartbeatMs = 5_000;
/** How long the database may take for its smallest statement. */
const deadlineMs = 5_000;
const retryMs = 1_000;
const mark = "database-listener";

interface ListenerOptions {
  channels: readonly string[];
  onNotification: (channel: string, payload: string) => void;
  /**
   * Called for each new connection; `afterGap` when notifications may have been missed before it. Resolves once what was
   * missed has been read.
   */
  onConnected: (afterGap: boolean) => Promise<unknown>;
}

/** `starting`: it has not been connected yet · `lost`: the database has stopped responding */
export type ListenerState = "starting" | "listening" | "lost";

/** The state of this process's listener; undefined where none was started. */
export const listenerState = (): ListenerState | undefined => provided<ListenerState>(mark);

const setState = (state: ListenerState | undefined): void => provide(mark, state);

/**
 * Listens on a connection of its own, and asks over it every five seconds whether the database still answers: a failover
 * may drop connections without a word. Then, and for each statement without an answer, the pool's dead connections are
 * cut, so that those who wait can try again. Returns the way to stop.
 */
export function keepListening(pool: TrackedPool, options: ListenerOptions): () => Promise<void> {
  setState("starting");
  const ending = new AbortController();
  const done = listenUntil(ending.signal, pool, options);
  return async () => {
    ending.abort();
    await done;
    setState(undefined);
  };
}

async function listenUntil(signal: AbortSignal, pool: TrackedPool, options: ListenerOptions): Promise<void> {
  let afterGap = false;
  while (!signal.aborted) {
    const client = new pg.Client({ ...pool.options, ...keepAlive, connectionTimeoutMillis: deadlineMs });
    const lost = new Promise<never>((_resolve, reject) => {
      client.on("error", reject);
    });
    lost.catch(() => undefined);
    let isOpen = true;
    const catchUp = async () => {
      await options.onConnected(afterGap);
      if (isOpen && !signal.aborted) setState("listening");
    };
    try {
      await client.connect();
      client.on("notification", ({ channel, payload = "" }) => options.onNotification(channel, payload));
      await ask(client, options.channels.map((channel) => `listen ${channel}`).join("; "));
      await Promise.race([watch(signal, client, pool), catchUp().then(() => lost), lost]);
    } catch (error) {
      if (signal.aborted) break;
      log().warn({ err: error }, "listening to the database failed");
      if (listenerState() === "listening") pool.connections.dropIdle();
      if (listenerState() !== "starting") setState("lost");
      afterGap = true;
    } finally {
      isOpen = false;
      cutConnection(client);
    }
    await sleep(retryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Returns when told to stop; throws once the database does not answer in time. */
async function watch(signal: AbortSignal, client: pg.Client, pool: TrackedPool): Promise<void> {
  while (!signal.aborted) {
    const quiet = pool.connections.findQuiet();
    const working =
      quiet.length > 0 ? await ask<{ pid: number }>(client, atWork, parameters(quiet)) : await ask(client);
    const lost = pool.connections.dropLost(
      quiet,
      working.map(({ pid }) => pid),
    );
    if (lost.length > 0) {
      log().warn({ connections: lost.length }, "connections to the database were lost without a word");
      await ask(client, endBackends, parameters(lost));
    }
    await sleep(heartbeatMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

const among = "(pid, extract(epoch from backend_start)::text) in (select * from unnest($1::int[], $2::text[]))";
const atWork = `select pid from pg_stat_activity where state = 'active' and ${among}`;
/** They may hold locks that others wait for, and do not know that nobody is there any more. */
const endBackends = `select pg_terminate_backend(pid) from pg_stat_activity where ${among}`;

const parameters = (backends: readonly Backend[]) => [
  backends.map(({ pid }) => pid),
  backends.map(({ started }) => started),
];

async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text = "select",
  values?: unknown[],
): Promise<Row[]> {
  const statement = { text, values, query_timeout: deadlineMs };
  return (await client.query<Row>(statement)).rows;
}
