import { and, eq, gt, lt, lte, or, sql } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { type Db, openDatabase, type Tx } from "../../../platform/db/client";
import { processId } from "../../../platform/db/notify/notify";
import { sessionWatchers } from "../../../platform/db/tables/realtime";
import { log } from "../../../platform/log/log";
import { withoutLogContext } from "../../../platform/log/log-context";
import { singleton } from "../../../platform/process/registry";
import { followSession } from "./hub";

const flushDelayMs = 50;
const renewEveryMs = 30_000;
/** Entries of a killed process expire after this. */
const watchTtlMs = 90_000;
/** Later expiries predate a change of the database's clock. */
const longest = sql`now() + ${`${watchTtlMs + 1_000} milliseconds`}::interval`;

/** A session open on this process: how often, and what other processes know. */
interface Watch {
  sessionId: string;
  accountId: string;
  count: number;
}

interface Watches {
  open: Map<string, Watch>;
  changed: Map<string, Watch>;
  timer: NodeJS.Timeout | null;
  again: NodeJS.Timeout | null;
}
const watches = () =>
  singleton<Watches>("watches", () => ({ open: new Map(), changed: new Map(), timer: null, again: null }));

const keyOf = (sessionId: string, accountId: string): string => `${sessionId} ${accountId}`;

/**
 * Follows a session; the account counts as watching it on every process (null for visitors, who do not). Returns a function to
 * unsubscribe.
 */
export function followAsWatcher(
  accountId: string | null,
  sessionId: string,
  after: number,
  listener: (event: SessionEvent) => void,
): () => void {
  if (accountId === null) return followSession(sessionId, after, listener);
  const state = watches();
  const key = keyOf(sessionId, accountId);
  const watch = state.open.get(key) ?? { sessionId, accountId, count: 0 };
  state.open.set(key, watch);
  watch.count += 1;
  if (watch.count === 1) scheduleFlush(key, watch);
  const stop = followSession(sessionId, after, listener);
  let left = false;
  return () => {
    stop();
    if (left) return;
    left = true;
    watch.count -= 1;
    if (watch.count > 0) return;
    state.open.delete(key);
    scheduleFlush(key, watch);
  };
}

/** Whether the account has the session open on any process. */
export async function isWatched(tx: Tx, sessionId: string, accountId: string): Promise<boolean> {
  if (watches().open.has(keyOf(sessionId, accountId))) return true;
  const theirs = and(eq(sessionWatchers.sessionId, sessionId), eq(sessionWatchers.accountId, accountId));
  const elsewhere = sql`${sessionWatchers.processId} <> ${processId()}`;
  const [row] = await tx
    .select({ until: sessionWatchers.until })
    .from(sessionWatchers)
    .where(and(theirs, elsewhere, gt(sessionWatchers.until, sql`now()`), lte(sessionWatchers.until, longest)))
    .limit(1);
  return row !== undefined;
}

function scheduleFlush(key: string, watch: Watch): void {
  const state = watches();
  state.changed.set(key, watch);
  state.timer ??= withoutLogContext(() => setTimeout(() => void flushWatches(), flushDelayMs).unref());
  state.again ??= withoutLogContext(() => setInterval(repeat, renewEveryMs).unref());
}

/** Renews open watches. */
function repeat(): void {
  const state = watches();
  for (const [key, watch] of state.open) state.changed.set(key, watch);
  if (state.changed.size > 0) void flushWatches();
  else if (state.again) {
    clearInterval(state.again);
    state.again = null;
  }
}

/** Writes all changes in two statements. */
export async function flushWatches(): Promise<void> {
  const state = watches();
  if (state.timer) clearTimeout(state.timer);
  state.timer = null;
  const changed = [...state.changed.values()];
  state.changed.clear();
  if (changed.length === 0) return;
  try {
    const { db } = await openDatabase();
    await write(
      db,
      changed.filter(({ count }) => count > 0),
      changed.filter(({ count }) => count === 0),
    );
  } catch (error) {
    log().warn({ err: error }, "watched sessions could not be published");
  }
}

const pairsOf = (list: Watch[]) => {
  const texts = (all: string[]) => sql`${sql.param(all)}::text[]`;
  const [ids, people] = [list.map(({ sessionId }) => sessionId), list.map(({ accountId }) => accountId)];
  return sql`unnest(${texts(ids)}, ${texts(people)})`;
};

async function write(db: Db, open: Watch[], closed: Watch[]): Promise<void> {
  const me = processId();
  const until = sql`now() + ${`${watchTtlMs} milliseconds`}::interval`;
  if (closed.length > 0)
    await db.execute(
      sql`delete from ${sessionWatchers} where process_id = ${me} and (session_id, account_id) in (select * from ${pairsOf(closed)})`,
    );
  if (open.length > 0)
    await db.execute(
      sql`insert into ${sessionWatchers} (process_id, session_id, account_id, until) select ${me}, s, a, ${until} from ${pairsOf(open)} opened (s, a) on conflict (session_id, account_id, process_id) do update set until = excluded.until`,
    );
}

/** Deletes entries of dead processes. */
export const sweepWatches = async (db: Db): Promise<void> => {
  await db.delete(sessionWatchers).where(or(lt(sessionWatchers.until, sql`now()`), gt(sessionWatchers.until, longest)));
};
