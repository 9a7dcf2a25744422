import { sql } from "drizzle-orm";
import { log } from "../log";
import { withoutLogContext } from "../log-context";
import { singleton } from "../registry";
import { type Db, openDatabase } from "./client";
import { randomText } from "./ids";

const soonMs = 10;

/** Names this process in what it tells others. */
export const processId = (): string => singleton("process-id", () => randomText(12));

/** Tells every process, this one too. At most 8,000 bytes. */
export async function notify(db: Pick<Db, "execute">, channel: string, text: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${`${processId()} ${text}`})`);
}

interface Waiting {
  messages: Map<string, [channel: string, text: string]>;
  timer: NodeJS.Timeout | null;
}
const waiting = () => singleton<Waiting>("notify-soon", () => ({ messages: new Map(), timer: null }));

/**
 * The same a moment later, many in one statement, the same message once. For what follows a commit: inside transactions
 * PostgreSQL lets those that notify commit only one after another.
 */
export function notifySoon(channel: string, text: string): void {
  const state = waiting();
  state.messages.set(`${channel} ${text}`, [channel, text]);
  state.timer ??= withoutLogContext(() => setTimeout(() => void flushNotify(), soonMs));
}

export async function flushNotify(): Promise<void> {
  const state = waiting();
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  const messages = [...state.messages.values()].map(([channel, text]) => [channel, `${processId()} ${text}`]);
  state.messages.clear();
  if (messages.length === 0) return;
  try {
    const { db } = await openDatabase();
    await db.execute(
      sql`select pg_notify(m->>0, m->>1) from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) m`,
    );
  } catch (error) {
    log().warn({ err: error }, "other processes were not told of new events");
  }
}
