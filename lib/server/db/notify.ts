import { sql } from "drizzle-orm";
import { log } from "../log";
import { withoutLogContext } from "../log-context";
import { singleton } from "../registry";
import { backoffMs } from "../retry";
import { type Db, openDatabase } from "./client";
import { randomText } from "./ids";
import { isTransient } from "./is-transient";

const soonMs = 10;

/** Names this process in what it tells others. */
export const processId = (): string => singleton("process-id", () => randomText(12));

/** Tells every process, this one too. At most 8,000 bytes. */
export async function notify(db: Pick<Db, "execute">, channel: string, text: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${`${processId()} ${text}`})`);
}

type Message = [channel: string, text: string];

interface Waiting {
  messages: Map<string, Message>;
  timer: NodeJS.Timeout | null;
  /** Failures in a row. */
  failures: number;
  /** One at a time, so that messages keep their order. */
  last: Promise<void>;
}
const waiting = () =>
  singleton<Waiting>("notify-soon", () => ({
    ...{ messages: new Map(), timer: null, failures: 0 },
    last: Promise.resolve(),
  }));

/**
 * The same a moment later, many in one statement, the same message once. For what follows a commit: inside transactions
 * PostgreSQL lets those that notify commit only one after another. While the database is in trouble it is tried again.
 */
export function notifySoon(channel: string, text: string): void {
  waiting().messages.set(`${channel} ${text}`, [channel, text]);
  flushLater();
}

function flushLater(): void {
  const state = waiting();
  const ms = state.failures > 0 ? backoffMs(state.failures) : soonMs;
  state.timer ??= withoutLogContext(() => setTimeout(() => void flushNotify(), ms));
}

/** Sends what waits. `isEnding`: what fails is not tried again. */
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
  const payloads = messages.map(([, [channel, text]]) => [channel, `${processId()} ${text}`]);
  try {
    const { db } = await openDatabase();
    await db.execute(
      sql`select pg_notify(m->>0, m->>1) from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) m`,
    );
    state.failures = 0;
  } catch (error) {
    log().warn({ err: error }, "other processes were not told of new events");
    if (!isTransient(error) || isEnding) return;
    state.messages = new Map([...messages, ...state.messages]);
    state.failures += 1;
    flushLater();
  }
}
