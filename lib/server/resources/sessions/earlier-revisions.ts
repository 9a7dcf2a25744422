import { and, eq, sql } from "drizzle-orm";
import type { EarlierRevision } from "@/lib/contract/sessions/earlier-revision";
import { newRevision } from "../../engine/runs/log/start-revisions";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { sessions } from "../../platform/db/tables/sessions";

type SessionRow = typeof sessions.$inferSelect;

/** The revisions that a session uses although a new one would use others. */
export async function listEarlierRevisions(db: Reader, session: SessionRow): Promise<EarlierRevision[]> {
  const { id, teamId, revisions, appId } = session;
  if (!revisions) return [];
  const ids = Object.keys(revisions.agents);
  const rows = await db
    .select({ _id: agents.id, name: agents.name, next: newRevision, applied: agents.revision })
    .from(agents)
    .innerJoin(sessions, and(eq(sessions.teamId, agents.teamId), eq(sessions.id, id)))
    .leftJoin(apps, and(eq(apps.teamId, sessions.teamId), eq(apps.id, sessions.appId)))
    .where(and(eq(agents.teamId, teamId), sql`${agents.id} = any(${sql.param(ids)}::text[])`))
    .orderBy(agents.name, agents.id);
  const ofAgents = rows.flatMap(({ next, ...agent }) => {
    const revision = revisions.agents[agent._id] ?? next;
    return revision === next ? [] : [{ ...agent, type: "agent" as const, revision }];
  });
  const { app: used } = revisions;
  if (!used || !appId) return ofAgents;
  const [app] = await db
    .select({ _id: apps.id, name: apps.name, applied: apps.revision })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)));
  if (!app?.applied || app.applied === used) return ofAgents;
  return [{ ...app, applied: app.applied, type: "app", revision: used }, ...ofAgents];
}
