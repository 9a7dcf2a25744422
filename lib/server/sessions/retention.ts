import { and, asc, eq, gte, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { pluralize } from "@/lib/utils/pluralize";
import type { Db, Tx } from "../db/client";
import { log } from "../log";
import { removeFiles } from "../storage/remove-files";
import { keepingTeams } from "../teams/service";
import { removeUpTo } from "./remove-events";
import { runs, sessionEvents, sessions } from "./table";

const dayMs = 86_400_000;
/** Events that one transaction deletes at most, unless a single run has more. */
const batchSize = 500;
const sessionsAtOnce = 50;
const unfinished = ["queued", "running", "waiting"] as const;
const ends = ["completed", "cancelled", "error"];

const isEnd = and(
  eq(sessionEvents.kind, "status"),
  isNull(sessionEvents.supersededBy),
  inArray(sql`${sessionEvents.body}->>'runStatus'`, ends),
);

/** Deletes what is older than each team keeps it. Answers how many events went; ends early when told to. */
export async function sweepSessions(db: Db, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { teamId, days, since } of await keepingTeams(db)) {
    const before = new Date(Date.now() - days * dayMs);
    const text = `Older messages were removed from here: this team keeps them for ${pluralize(days, "day")}.`;
    const passed = new Set<string>();
    for (;;) {
      const found = (await sessionsWithOld(db, teamId, before, since)).filter((id) => !passed.has(id));
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

/** A session's first run end is its oldest: one look at the beginning of its log tells. */
async function sessionsWithOld(db: Db, teamId: string, before: Date, since: Date | null): Promise<string[]> {
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
    .where(and(eq(sessions.teamId, teamId), begun, idle(db), lt(sql`(${oldest})`, before)))
    .limit(sessionsAtOnce);
  return rows.map(({ id }) => id);
}

/** No run works on it, waits for a worker or for a person. */
const idle = (db: Pick<Db, "select">) =>
  notExists(
    db
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.sessionId, sessions.id), inArray(runs.status, unfinished))),
  );

/**
 * One batch of a session: everything up to the end of an old run, so that no call is parted from its result. Answers how
 * many events went.
 */
async function sweepOnce(db: Db, sessionId: string, before: Date, text: string): Promise<number> {
  const { count, paths } = await db.transaction(async (tx) => {
    const nothing = { count: 0, paths: [] as string[] };
    // The lock keeps a run from starting meanwhile.
    const [session] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
      .for("update", { skipLocked: true });
    if (!session || !(await isIdle(tx, sessionId))) return nothing;
    const end = await lastOldEnd(tx, sessionId, before);
    return end === undefined ? nothing : removeUpTo(tx, sessionId, end, before, text);
  });
  await removeFiles(paths);
  return count;
}

async function isIdle(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), idle(tx)));
  return rows.length > 0;
}

async function lastOldEnd(tx: Tx, sessionId: string, before: Date): Promise<number | undefined> {
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
