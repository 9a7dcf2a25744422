import { sql } from "drizzle-orm";
import { randomText } from "../../ids/ids";
import { backoffMs } from "../../lifecycle/retry";
import { log } from "../../log/log";
import { withoutLogContext } from "../../log/log-context";
import { singleton } from "../../process/registry";
import { type Db, openDatabase } from "../client";
import { isTransient } from "../connection/is-transient";

const batchDelayMs = 10;

/** Identifies this process, such as the sender of a notification. */
export const processId = (): string => singleton("process-id", () => randomText(12));

const separator = " ";
const toPayload = (text: string): string => processId() + separator + text;

interface ReceivedMessage {
  text: string;
  /** Sent by this process. */
  own: boolean;
}

/** Parses payloads of `notify` and `notifySoon`. */
export function parsePayload(payload: string): ReceivedMessage {
  const at = payload.indexOf(separator);
  return { text: payload.slice(at + 1), own: payload.slice(0, at) === processId() };
}

/** Notifies all listening processes, in a transaction with its commit. At most 8,000 bytes. */
export async function notify(db: Pick<Db, "execute">, channel: string, text: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${toPayload(text)})`);
}

type Message = [channel: string, text: string];

interface Waiting {
  messages: Map<string, Message>;
  timer: NodeJS.Timeout | null;
  failures: number;
  /** Serialized, so that messages keep their order. */
  last: Promise<void>;
}
const waiting = () =>
  singleton<Waiting>("notify-soon", () => ({
    messages: new Map(),
    timer: null,
    failures: 0,
    last: Promise.resolve(),
  }));

/**
 * Notifies with a short delay, batching and deduplicating messages. For use after commits, because PostgreSQL serializes the
 * commits of notifying transactions. Retried while the database is unavailable.
 */
export function notifySoon(channel: string, text: string): void {
  waiting().messages.set(`${channel} ${text}`, [channel, text]);
  flushLater();
}

function flushLater(): void {
  const state = waiting();
  const ms = state.failures > 0 ? backoffMs(state.failures) : batchDelayMs;
  state.timer ??= withoutLogContext(() => setTimeout(() => void flushNotify(), ms));
}

/** Sends queued messages. With `isEnding`, failures are not retried. */
export function flushNotify(isEnding = false): Promise<void> {
  const state = waiting();
  state.last = state.last.then(() => flush(state, isEnding));
  return state.last;
}

async function flush(state: Waiting, isEnding: boolean): Promise<void> {
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  const messages = [...state.messages];
  state.messages.clear();
  if (messages.length === 0) return;
  const payloads = messages.map(([, [channel, text]]) => [channel, toPayload(text)]);
  try {
    const { db } = await openDatabase();
    await db.execute(
      sql`select pg_notify(m->>0, m->>1) from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) m`,
    );
    state.failures = 0;
  } catch (error) {
    log().warn({ err: error }, "other processes were not notified");
    if (!isTransient(error) || isEnding) return;
    state.messages = new Map([...messages, ...state.messages]);
    state.failures += 1;
    flushLater();
  }
}
