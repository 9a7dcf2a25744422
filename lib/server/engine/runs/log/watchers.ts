import { and, eq, gt, lt, lte, or, sql } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { type Db, openDatabase, type Tx } from "../../../platform/db/client";
import { notifyAll, processId } from "../../../platform/db/notify/notify";
import { sessionWatchers } from "../../../platform/db/tables/realtime";
import { log } from "../../../platform/log/log";
import { withoutLogContext } from "../../../platform/log/log-context";
import { singleton } from "../../../platform/process/registry";
import { followSession, wakeLagging } from "./hub";
import { readersChannel, watchTtlMs } from "./remote-readers";

const flushDelayMs = 50;
const renewEveryMs = 30_000;
/** Later expiries predate a change of the database's clock. */
const maxUntil = sql`now() + ${`${watchTtlMs + 1_000} milliseconds`}::interval`;

/** A session open on this process, and how often. */
interface Watch {
  sessionId: string;
  accountId: string;
  count: number;
}

interface Watches {
  open: Map<string, Watch>;
  /** What other processes do not know yet. */
  changed: Map<string, Watch>;
  /** Sessions whose events other processes may not have announced so far. */
  opened: Set<string>;
  /** When other processes were notified that this one has sessions open, by `performance.now()`, if it has had any since. */
  announcedAt: number;
  flushTimer: NodeJS.Timeout | null;
  renewTimer: NodeJS.Timeout | null;
}
const watches = () =>
  singleton<Watches>("watches", () => ({
    open: new Map(),
    changed: new Map(),
    opened: new Set(),
    announcedAt: Number.NEGATIVE_INFINITY,
    flushTimer: null,
    renewTimer: null,
  }));

const toKey = (sessionId: string, accountId: string): string => `${sessionId} ${accountId}`;

/** Stands for visitors, of whom no account watches. */
const visitors = "";

/**
 * Follows a session, which other processes notify of its events. The account counts as watching it on every process; null for
 * visitors. Returns a function to unsubscribe.
 */
export function followAsWatcher(
  watcher: string | null,
  sessionId: string,
  after: number,
  listener: (event: SessionEvent) => void,
): () => void {
  const accountId = watcher ?? visitors;
  const state = watches();
  const key = toKey(sessionId, accountId);
  const watch = state.open.get(key) ?? { sessionId, accountId, count: 0 };
  state.open.set(key, watch);
  watch.count += 1;
  if (watch.count === 1) {
    state.opened.add(sessionId);
    scheduleFlush(key, watch);
  }
  const stop = followSession(sessionId, after, listener);
  let unsubscribed = false;
  return () => {
    stop();
    if (unsubscribed) return;
    unsubscribed = true;
    watch.count -= 1;
    if (watch.count > 0) return;
    state.open.delete(key);
    if (state.open.size === 0) state.announcedAt = Number.NEGATIVE_INFINITY;
    scheduleFlush(key, watch);
  };
}

/** Whether the account has the session open on any process. */
export async function isWatched(tx: Tx, sessionId: string, accountId: string): Promise<boolean> {
  if (watches().open.has(toKey(sessionId, accountId))) return true;
  const ownWatch = and(eq(sessionWatchers.sessionId, sessionId), eq(sessionWatchers.accountId, accountId));
  const otherProcess = sql`${sessionWatchers.processId} <> ${processId()}`;
  const [row] = await tx
    .select({ until: sessionWatchers.until })
    .from(sessionWatchers)
    .where(and(ownWatch, otherProcess, gt(sessionWatchers.until, sql`now()`), lte(sessionWatchers.until, maxUntil)))
    .limit(1);
  return row !== undefined;
}

function scheduleFlush(key: string, watch: Watch): void {
  const state = watches();
  state.changed.set(key, watch);
  state.flushTimer ??= withoutLogContext(() => setTimeout(() => void flushWatches(), flushDelayMs).unref());
  state.renewTimer ??= withoutLogContext(() => setInterval(renewWatches, renewEveryMs).unref());
}

/** Renews open watches. */
function renewWatches(): void {
  const state = watches();
  for (const [key, watch] of state.open) state.changed.set(key, watch);
  if (state.changed.size > 0) void flushWatches();
  else if (state.renewTimer) {
    clearInterval(state.renewTimer);
    state.renewTimer = null;
  }
}

/** Writes all changes, and reads what was appended to newly opened sessions before other processes could know of them. */
export async function flushWatches(): Promise<void> {
  const state = watches();
  if (state.flushTimer) clearTimeout(state.flushTimer);
  state.flushTimer = null;
  const [changed, opened] = [[...state.changed], new Set(state.opened)];
  state.changed.clear();
  state.opened.clear();
  if (changed.length === 0) return;
  try {
    const { db } = await openDatabase();
    const list = changed.map(([, watch]) => ({ ...watch }));
    await writeWatches(
      db,
      list.filter(({ count }) => count > 0),
      list.filter(({ count }) => count === 0),
    );
    if (opened.size > 0) await wakeLagging(opened);
  } catch (error) {
    log().warn({ err: error }, "watched sessions could not be published");
    // Written with the next renewal.
    for (const [key, watch] of changed) if (!state.changed.has(key)) state.changed.set(key, watch);
    for (const sessionId of opened) state.opened.add(sessionId);
  }
}

const unnestPairs = (list: Watch[]) => {
  const texts = (all: string[]) => sql`${sql.param(all)}::text[]`;
  const [ids, accountIds] = [list.map(({ sessionId }) => sessionId), list.map(({ accountId }) => accountId)];
  return sql`unnest(${texts(ids)}, ${texts(accountIds)})`;
};

/** Open ones first, so that a process that starts meanwhile finds an entry as long as this one has any session open. */
async function writeWatches(db: Db, open: Watch[], closed: Watch[]): Promise<void> {
  const ownId = processId();
  const until = sql`now() + ${`${watchTtlMs} milliseconds`}::interval`;
  if (open.length > 0)
    await db.execute(
      sql`insert into ${sessionWatchers} (process_id, session_id, account_id, until) select ${ownId}, s, a, ${until} from ${unnestPairs(open)} opened (s, a) on conflict (session_id, account_id, process_id) do update set until = excluded.until`,
    );
  if (closed.length > 0)
    await db.execute(
      sql`delete from ${sessionWatchers} where process_id = ${ownId} and (session_id, account_id) in (select * from ${unnestPairs(closed)})`,
    );
  if (open.length > 0) await announce(db);
}

/** Notifies other processes that this one has sessions open, at least at every second renewal. New processes query that. */
async function announce(db: Db): Promise<void> {
  const state = watches();
  const now = performance.now();
  if (now - state.announcedAt < renewEveryMs / 2) return;
  state.announcedAt = now;
  try {
    await notifyAll(db, [[readersChannel, "opened"]]);
  } catch (error) {
    state.announcedAt = Number.NEGATIVE_INFINITY;
    throw error;
  }
}

/** Deletes entries of dead processes. */
export const sweepWatches = async (db: Db): Promise<void> => {
  await db
    .delete(sessionWatchers)
    .where(or(lt(sessionWatchers.until, sql`now()`), gt(sessionWatchers.until, maxUntil)));
};
