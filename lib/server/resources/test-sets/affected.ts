import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { tasks } from "../../platform/db/tables/tasks";
import { testSets } from "../../platform/db/tables/test-sets";
import type { AppliedChange } from "../gate/service";
import type { TestSetRow } from "./queries";

const anyOf = (ids: string[]) => sql`${sql.param(ids)}::text[]`;

/** The agents whose answers a change can affect: those that use a tool or a model. */
async function findAffectedAgents(db: Reader, teamId: string, { definitions, toolRevisions, models }: AppliedChange) {
  const ids = Object.keys(definitions ?? {});
  const toolIds = Object.keys(toolRevisions ?? {});
  const modelIds = Object.keys(models ?? {});
  if (toolIds.length + modelIds.length === 0) return ids;
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(
      and(
        eq(agents.teamId, teamId),
        or(
          sql`${agents.toolIds} && ${anyOf(toolIds)}`,
          inArray(agents.modelId, modelIds),
          inArray(agents.functionModelId, modelIds),
        ),
      ),
    );
  return [...ids, ...rows.map(({ id }) => id)];
}

/** Matches the test sets with required cases of the agents and apps that a change can affect. */
async function buildCondition(db: Reader, teamId: string, change: AppliedChange): Promise<SQL | undefined> {
  const agentIds = await findAffectedAgents(db, teamId, change);
  const toolIds = Object.keys(change.toolRevisions ?? {});
  const modelIds = Object.keys(change.models ?? {});
  const taskIds = Object.keys(change.tasks ?? {});
  const followed = toolIds.length + modelIds.length > 0;
  const appIds = [...Object.keys(change.processes ?? {}), ...Object.keys(change.chats ?? {})];
  const affectedTasks = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.teamId, teamId),
        or(sql`${tasks.agentId} = any(${anyOf(agentIds)})`, sql`${tasks.toolIds} && ${anyOf(toolIds)}`),
      ),
    );
  const affectedApps = db
    .select({ id: apps.id })
    .from(apps)
    .where(
      and(
        eq(apps.teamId, teamId),
        or(
          sql`${apps.id} = any(${anyOf(appIds)})`,
          sql`${apps.agentId} = any(${anyOf(agentIds)})`,
          sql`${apps.agentIds} && ${anyOf(agentIds)}`,
          sql`${apps.managerModelId} = any(${anyOf(modelIds)})`,
          sql`${apps.branchModelIds} && ${anyOf(modelIds)}`,
          sql`${apps.taskIds} && ${anyOf(taskIds)}`,
          sql`${apps.taskIds} && array(${affectedTasks})`,
          // A pinned revision may use tools and models that the applied one does not.
          followed ? sql`${apps.agentRevisions} <> '{}'` : undefined,
        ),
      ),
    );
  const hasRequired = sql`${testSets.cases} @> '[{"required": true}]'::jsonb`;
  return and(
    eq(testSets.teamId, teamId),
    hasRequired,
    or(sql`${testSets.agentId} = any(${anyOf(agentIds)})`, inArray(testSets.appId, affectedApps)),
  );
}

/** Some of them test what the change does not affect, such as an app that has pinned the agent. */
export async function findAffectedSets(db: Reader, teamId: string, change: AppliedChange): Promise<TestSetRow[]> {
  const affected = await buildCondition(db, teamId, change);
  return db.select().from(testSets).where(affected).orderBy(testSets.id);
}

/** Whether required tests may cover what a change affects. */
export async function isGuarded(db: Reader, teamId: string, change: AppliedChange): Promise<boolean> {
  const affected = await buildCondition(db, teamId, change);
  const rows = await db.select({ id: testSets.id }).from(testSets).where(affected).limit(1);
  return rows.length > 0;
}
