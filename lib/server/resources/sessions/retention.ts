import { and, asc, eq, gte, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { pluralize } from "@/lib/utils/text/pluralize";
import { listTeamsWithRetention } from "../../access/teams/service";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { runs, sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { log } from "../../platform/log/log";
import { removeFiles } from "../../platform/storage/remove-files";
import { sweepTrashedSessions } from "../trash/service";
import { removeEventsUpTo } from "./remove-events";

const dayMs = 86_400_000;
/** Maximum events per transaction, unless a single run has more. */
const batchSize = 500;
const sessionBatch = 50;
const unfinishedStatuses = ["queued", "running", "waiting"] as const;
const ends = ["completed", "cancelled", "error"];

const isEnd = and(
  eq(sessionEvents.kind, "status"),
  isNull(sessionEvents.supersededBy),
  inArray(sql`${sessionEvents.body}->>'runStatus'`, ends),
);

/** Deletes events older than their team's retention. Returns their number; ends early when aborted. */
export async function sweepSessions(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { teamId, days, since } of await listTeamsWithRetention(db)) {
    const before = new Date(Date.now() - days * dayMs);
    const text = `Older messages were deleted. This team keeps session data for ${pluralize(days, "day")}.`;
    await sweepTrashedSessions(db, { teamId, before, since }, signal);
    const passed = new Set<string>();
    for (;;) {
      const found = (await findSessionsWithOldEvents(db, teamId, before, since)).filter((id) => !passed.has(id));
      for (const id of found) {
        passed.add(id);
        for (let count = -1; count !== 0; removed += count) {
          if (signal?.aborted) return removed;
          count = await sweepOnce(db, id, before, text);
        }
      }
      if (found.length === 0) break;
    }
  }
  if (removed > 0) log().info({ removed }, "old session events were removed");
  return removed;
}

/** Finds sessions whose oldest run has ended before the given time, which is at the start of the log. */
async function findSessionsWithOldEvents(db: Db, teamId: string, before: Date, since: Date | null): Promise<string[]> {
  const oldest = db
    .select({ at: sessionEvents.at })
    .from(sessionEvents)
    .where(and(eq(sessionEvents.sessionId, sessions.id), isEnd))
    .orderBy(asc(sessionEvents.seq))
    .limit(1);
  const begun = and(lt(sessions.dateCreated, before), since ? gte(sessions.dateCreated, since) : undefined);
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.teamId, teamId), begun, matchesIdle(db), lt(sql`(${oldest})`, before)))
    .limit(sessionBatch);
  return rows.map(({ id }) => id);
}

/** Without an active, queued or waiting run. */
const matchesIdle = (db: Reader) =>
  notExists(
    db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.sessionId, sessions.id), inArray(runs.status, unfinishedStatuses))),
  );

/**
 * Deletes one batch of a session, up to the end of an old run, so that calls are not separated from results. Returns the number
 * of events.
 */
async function sweepOnce(db: Db, sessionId: string, before: Date, text: string): Promise<number> {
  const { count, paths } = await db.transaction(async (tx) => {
    const nothing = { count: 0, paths: [] as string[] };
    // The lock prevents a run from starting meanwhile.
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
      .for("update", { skipLocked: true });
    if (!session || !(await isIdle(tx, sessionId))) return nothing;
    const end = await findLastOldEnd(tx, sessionId, before);
    return end === undefined ? nothing : removeEventsUpTo(tx, sessionId, end, before, text);
  });
  await removeFiles(paths);
  return count;
}

async function isIdle(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), matchesIdle(tx)));
  return rows.length > 0;
}

async function findLastOldEnd(tx: Tx, sessionId: string, before: Date): Promise<number | undefined> {
  const batch = tx
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(eq(sessionEvents.sessionId, sessionId))
    .orderBy(asc(sessionEvents.seq))
    .limit(batchSize);
  const old = and(eq(sessionEvents.sessionId, sessionId), isEnd, lt(sessionEvents.at, before));
  const [within] = await tx
    .select({ seq: sql<string | null>`max(${sessionEvents.seq})` })
    .from(sessionEvents)
    .where(and(old, inArray(sessionEvents.seq, batch)));
  if (within?.seq) return Number(within.seq);
  const [first] = await tx
    .select({ seq: sql<string | null>`min(${sessionEvents.seq})` })
    .from(sessionEvents)
    .where(old);
  return first?.seq ? Number(first.seq) : undefined;
}
