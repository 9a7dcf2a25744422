import { and, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/feedback/schemas";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { listDays, type Span, toSpan } from "../../platform/db/query/span";
import { agents } from "../../platform/db/tables/agents";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { sessions } from "../../platform/db/tables/sessions";

type Filter = z.output<typeof shapes.get.query>;
type ListFilter = z.output<typeof shapes.list.query>;

const maxGroups = 100;
const counts = {
  up: sql<number>`(count(*) filter (where ${messageFeedback.value} > 0))::int`,
  down: sql<number>`(count(*) filter (where ${messageFeedback.value} < 0))::int`,
};
const dayColumn = sql<string>`to_char(${messageFeedback.at} at time zone 'UTC', 'YYYY-MM-DD')`;
const agentName = sql<string>`coalesce(${agents.name}, 'Deleted agent')`;

/** Ratings in sessions that the viewer can see, without tests. */
const matches = (viewer: Viewer, { appId, agentId }: Filter, { from, to }: Span): SQL | undefined =>
  and(
    eq(messageFeedback.teamId, viewer.teamId),
    gte(messageFeedback.at, new Date(from)),
    lt(messageFeedback.at, sql`${to}::date + interval '1 day'`),
    appId ? eq(sessions.appId, appId) : undefined,
    agentId ? eq(messageFeedback.agentId, agentId) : undefined,
    eq(sessions.test, false),
    matchesVisible(viewer),
  );

const inSession = eq(sessions.id, messageFeedback.sessionId);
const byAgent = and(eq(agents.id, messageFeedback.agentId), eq(agents.teamId, messageFeedback.teamId));

/** How answers were rated in a period. */
export async function readFeedback(db: Reader, viewer: Viewer, filter: Filter) {
  const span = toSpan(filter);
  const where = matches(viewer, filter, span);
  const order = desc(count());
  const [[totals], days, apps, byAgents, revisions] = await Promise.all([
    db.select(counts).from(messageFeedback).innerJoin(sessions, inSession).where(where),
    db
      .select({ day: dayColumn, ...counts })
      .from(messageFeedback)
      .innerJoin(sessions, inSession)
      .where(where)
      .groupBy(dayColumn),
    db
      .select({ _id: sessions.appId, name: sql<string>`max(${sessions.appName})`, ...counts })
      .from(messageFeedback)
      .innerJoin(sessions, inSession)
      .where(where)
      .groupBy(sessions.appId)
      .orderBy(order)
      .limit(maxGroups),
    db
      .select({ _id: messageFeedback.agentId, name: agentName, ...counts })
      .from(messageFeedback)
      .innerJoin(sessions, inSession)
      .leftJoin(agents, byAgent)
      .where(where)
      .groupBy(messageFeedback.agentId, agents.id)
      .orderBy(order)
      .limit(maxGroups),
    db
      .select({
        agentId: sql<string>`coalesce(${messageFeedback.agentId}, '')`,
        agentName,
        revision: messageFeedback.agentRevision,
        ...counts,
      })
      .from(messageFeedback)
      .innerJoin(sessions, inSession)
      .leftJoin(agents, byAgent)
      .where(where)
      .groupBy(messageFeedback.agentId, messageFeedback.agentRevision, agents.id)
      .orderBy(desc(messageFeedback.agentRevision))
      .limit(maxGroups),
  ]);
  const found = new Map(days.map((one) => [one.day, one]));
  return {
    ...span,
    totals: totals ?? { up: 0, down: 0 },
    days: listDays(span).map((day) => found.get(day) ?? { day, up: 0, down: 0 }),
    apps,
    agents: byAgents,
    revisions,
  };
}

/** Ratings with their sessions, newest first. */
export async function listRatings(db: Reader, viewer: Viewer, { revision, value, limit, ...filter }: ListFilter) {
  const ratings = await db
    .select({
      messageId: messageFeedback.messageId,
      sessionId: messageFeedback.sessionId,
      sessionName: sessions.name,
      appName: sessions.appName,
      agentRevision: messageFeedback.agentRevision,
      value: messageFeedback.value,
      reason: messageFeedback.reason,
      date: messageFeedback.at,
    })
    .from(messageFeedback)
    .innerJoin(sessions, inSession)
    .where(
      and(
        matches(viewer, filter, toSpan(filter)),
        revision === undefined ? undefined : eq(messageFeedback.agentRevision, revision),
        value ? eq(messageFeedback.value, Number(value)) : undefined,
      ),
    )
    .orderBy(desc(messageFeedback.at), desc(messageFeedback.messageId))
    .limit(limit);
  return { ratings };
}
