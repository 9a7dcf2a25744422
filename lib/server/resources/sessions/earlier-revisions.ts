import { and, eq, sql } from "drizzle-orm";
import type { EarlierRevision } from "@/lib/contract/sessions/earlier-revision";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { appRevisions } from "../../platform/db/tables/app-revisions";
import { apps } from "../../platform/db/tables/apps";
import type { sessions } from "../../platform/db/tables/sessions";

type SessionRow = typeof sessions.$inferSelect;

/** The app of a session, with the agents that it pins: a process's revision that is rolled out has pins of its own. */
async function findApp(db: Reader, { teamId, appId, revisions }: SessionRow) {
  if (!appId) return undefined;
  const rolledOut = sql`(${apps.rollout}->>'revision')::int`;
  const [app] = await db
    .select({
      _id: apps.id,
      name: apps.name,
      applied: apps.revision,
      rollout: apps.rollout,
      agentRevisions: apps.agentRevisions,
      own: appRevisions.definition,
    })
    .from(apps)
    .leftJoin(
      appRevisions,
      and(
        eq(appRevisions.ownerId, apps.id),
        eq(appRevisions.number, rolledOut),
        eq(appRevisions.number, revisions?.app ?? 0),
      ),
    )
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)));
  return app;
}

/**
 * The revisions that a session uses although no new one would: not the one to which the app is pinned or, if it is not pinned,
 * neither the applied one nor the one that is rolled out.
 */
export async function listEarlierRevisions(db: Reader, session: SessionRow): Promise<EarlierRevision[]> {
  const { teamId, revisions } = session;
  if (!revisions) return [];
  const ids = Object.keys(revisions.agents);
  const [app, used] = await Promise.all([
    findApp(db, session),
    db
      .select({ _id: agents.id, name: agents.name, applied: agents.revision, rollout: agents.rollout })
      .from(agents)
      .where(and(eq(agents.teamId, teamId), sql`${agents.id} = any(${sql.param(ids)}::text[])`))
      .orderBy(agents.name, agents.id),
  ]);
  const pins = (app?.own ?? app)?.agentRevisions ?? {};
  const ofAgents = used.flatMap(({ rollout, ...agent }) => {
    const revision = revisions.agents[agent._id] ?? agent.applied;
    const pinned = pins[agent._id];
    const isCurrent = pinned === undefined ? isUsed(revision, agent.applied, rollout) : revision === pinned;
    return isCurrent ? [] : [{ ...agent, type: "agent" as const, revision }];
  });
  const revision = revisions.app;
  if (!app?.applied || !revision || isUsed(revision, app.applied, app.rollout)) return ofAgents;
  const { _id, name, applied } = app;
  return [{ type: "app", _id, name, revision, applied }, ...ofAgents];
}

/** Whether new sessions use a revision. */
const isUsed = (revision: number, applied: number, rollout: { revision: number } | null): boolean =>
  revision === applied || revision === rollout?.revision;
