import { sql } from "drizzle-orm";
import { type Db, openDatabase } from "../../../platform/db/client";
import { callNotify, processId, toProcessChannel } from "../../../platform/db/notify/notify";
import { createOutbox } from "../../../platform/db/notify/outbox";
import { sessionWatchers } from "../../../platform/db/tables/realtime";
import { singleton } from "../../../platform/process/registry";

/** A process has opened sessions, which other processes tell it about from now on. */
export const readersChannel = "muster_readers";
/** Notifies a process of events of sessions that it has open. */
const sessionChannel = "muster_sessions";
/** This process's own. */
export const ownSessionChannel = (): string => toProcessChannel(sessionChannel, processId());

/** Entries of a killed process expire after this. Others are renewed, and announced again, three times as often. */
export const watchTtlMs = 90_000;
const recentMs = 1_000;

interface RemoteReaders {
  /** Until when other processes may have sessions open, by `performance.now()`. */
  until: number;
  /** Sessions with new events of which no process was notified, with their times. */
  recent: Map<string, number>;
}
const remote = () => singleton<RemoteReaders>("remote-readers", () => ({ until: 0, recent: new Map() }));

/** Whether another process may have sessions open. Otherwise no process needs to be notified. */
export const hasRemoteReaders = (): boolean => performance.now() < remote().until;

/** Another process has opened sessions. It may have read their logs before events of the last moment were committed. */
export function noteRemoteReaders(): void {
  const state = remote();
  state.until = performance.now() + watchTtlMs;
  for (const sessionId of state.recent.keys()) notifyReaders(sessionId);
  state.recent.clear();
}

/** Call it after beginning to listen on `readersChannel`. */
export async function findRemoteReaders(): Promise<void> {
  const { db } = await openDatabase();
  const { rows } = await db.execute(
    sql`select 1 from ${sessionWatchers} where process_id <> ${processId()} and until > now() limit 1`,
  );
  if (rows.length > 0) noteRemoteReaders();
}

const sendToReaders = (db: Db, sessionIds: string[]): Promise<unknown> =>
  db.execute(sql`
    select ${callNotify(sql`${`${sessionChannel}_`}::text || process_id`, sql`session_id`)}
    from (select distinct process_id, session_id from ${sessionWatchers}
      where session_id = any(${sql.param(sessionIds)}::text[]) and process_id <> ${processId()} and until > now()) readers`);

const sendSoon = createOutbox<string>("session-readers", sendToReaders);

/** Notifies the processes that have a session open of its new events, shortly after their commit. */
export function notifyReaders(sessionId: string): void {
  if (hasRemoteReaders()) {
    sendSoon(sessionId, sessionId);
    return;
  }
  const { recent } = remote();
  const now = performance.now();
  recent.delete(sessionId);
  recent.set(sessionId, now);
  // In the order of their times.
  for (const [id, at] of recent) {
    if (at >= now - recentMs) break;
    recent.delete(id);
  }
}
