import { and, desc, eq, gte, ne, type SQL, sql } from "drizzle-orm";
import { maxComparedSessions } from "@/lib/constants/limits";
import type { ComparedRevision } from "@/lib/contract/base/revisions";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessions, toShownStatus } from "../../platform/db/tables/sessions";

/** Whose sessions are compared. */
export interface ComparedSessions {
  /** Matches the apps whose new sessions take part. */
  apps: SQL | undefined;
  /** The number of the revision with which a session began. */
  revision: SQL<number>;
  /** Matches the ratings that count; undefined: all of the session's. */
  ratings: SQL | undefined;
}

/** The newest sessions of each app since the start, which its index finds. */
const selectNewest = (db: Reader, viewer: Viewer, { revision }: ComparedSessions, startedAt: string) =>
  db
    .select({
      id: sessions.id,
      used: revision.as("used_revision"),
      failed: sql<boolean>`${toShownStatus(sessions)} = 'error'`.as("failed"),
      costUsd: sessions.costUsd,
      dateCreated: sessions.dateCreated,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.teamId, viewer.teamId),
        eq(sessions.appId, apps.id),
        gte(sessions.dateCreated, new Date(startedAt)),
        eq(sessions.test, false),
        ne(sessions.status, "started"),
        matchesVisible(viewer),
      ),
    )
    .orderBy(desc(sessions.dateCreated))
    .limit(maxComparedSessions)
    .as("newest");

/** Counts the sessions of two revisions among the newest ones since the start of a rollout. */
export async function compareSessions(
  db: Reader,
  viewer: Viewer,
  source: ComparedSessions,
  startedAt: string,
  revisions: readonly number[],
): Promise<{ compared: ComparedRevision[]; capped: boolean }> {
  const newest = selectNewest(db, viewer, source, startedAt);
  const all = db
    .select({ id: newest.id, used: newest.used, failed: newest.failed, costUsd: newest.costUsd })
    .from(apps)
    .innerJoinLateral(newest, sql`true`)
    .where(and(eq(apps.teamId, viewer.teamId), source.apps))
    .orderBy(desc(newest.dateCreated))
    .limit(maxComparedSessions)
    .as("compared");
  const ratings = db
    .select({
      good: sql<number>`count(*) filter (where ${messageFeedback.value} > 0)`.as("good"),
      bad: sql<number>`count(*) filter (where ${messageFeedback.value} < 0)`.as("bad"),
    })
    .from(messageFeedback)
    .where(and(eq(messageFeedback.sessionId, all.id), source.ratings))
    .as("ratings");
  const rows = await db
    .select({
      revision: all.used,
      sessions: sql<number>`count(*)::int`,
      good: sql<number>`sum(${ratings.good})::int`,
      bad: sql<number>`sum(${ratings.bad})::int`,
      failed: sql<number>`(count(*) filter (where ${all.failed}))::int`,
      costUsd: sql<number | null>`case when bool_and(${all.costUsd} is not null) then avg(${all.costUsd}) end`,
    })
    .from(all)
    .innerJoinLateral(ratings, sql`true`)
    .groupBy(all.used);
  const none = { sessions: 0, good: 0, bad: 0, failed: 0, costUsd: null };
  return {
    compared: revisions.map((revision) => ({ ...none, ...rows.find((row) => row.revision === revision), revision })),
    capped: rows.reduce((total, row) => total + row.sessions, 0) >= maxComparedSessions,
  };
}
