import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Reader } from "../../../platform/db/client";
import { agentRevisions } from "../../../platform/db/tables/agent-revisions";
import { agents } from "../../../platform/db/tables/agents";
import { appRevisions } from "../../../platform/db/tables/app-revisions";
import { apps } from "../../../platform/db/tables/apps";
import { models } from "../../../platform/db/tables/models";
import { providers } from "../../../platform/db/tables/providers";
import type { SessionRevisions } from "../../../platform/db/tables/session-revisions";
import { sessions } from "../../../platform/db/tables/sessions";
import { tasks } from "../../../platform/db/tables/tasks";
import { isProviderOfModel, type ModelRow, type ProviderRow } from "../../models/find-model";
import { startRevisions } from "../log/start-revisions";

type AgentRow = typeof agents.$inferSelect;
type AppRow = typeof apps.$inferSelect;
type SessionRow = typeof sessions.$inferSelect;

interface UsedAgent {
  agent: Pick<AgentRow, "id" | "teamId" | "revision">;
  model?: ModelRow | null;
  provider?: ProviderRow | null;
}

const functionModels = alias(models, "function_models");

/**
 * The agents with the content of the revisions that a session uses, by their ids. One whose revision is the applied one needs no
 * statement; and so does one whose model was deleted since, which continues with the applied one.
 */
export async function toUsedRevisions<U extends UsedAgent>(
  db: Reader,
  used: readonly U[],
  numbers: Readonly<Record<string, number>> = {},
): Promise<U[]> {
  const earlier = used.filter(({ agent: { id, revision } }) => (numbers[id] ?? revision) !== revision);
  if (earlier.length === 0) return [...used];
  const rows = await db
    .select({ revision: agentRevisions, model: models, provider: providers, functionModelId: functionModels.id })
    .from(agentRevisions)
    .innerJoin(agents, eq(agents.id, agentRevisions.ownerId))
    .innerJoin(
      models,
      and(eq(models.teamId, agents.teamId), eq(models.id, sql`${agentRevisions.definition}->>'modelId'`)),
    )
    .leftJoin(providers, isProviderOfModel)
    .leftJoin(
      functionModels,
      and(
        eq(functionModels.teamId, agents.teamId),
        eq(functionModels.id, sql`${agentRevisions.definition}->>'functionModelId'`),
      ),
    )
    .where(
      or(
        ...earlier.map(({ agent: { id, teamId } }) =>
          and(eq(agents.teamId, teamId), eq(agents.id, id), eq(agentRevisions.number, numbers[id] ?? 0)),
        ),
      ),
    );
  return used.map((one) => {
    const found = rows.find(({ revision }) => revision.ownerId === one.agent.id);
    if (!found) return one;
    const { revision, model, provider, functionModelId } = found;
    const { definition, number } = revision;
    const promptNames = findPromptNames(definition.role, definition.goal, definition.backstory);
    const agent = { ...one.agent, ...definition, functionModelId, promptNames, revision: number ?? 0 };
    return { ...one, agent, model, provider } as U;
  });
}

/** The revisions with which a session has begun or, before its first run, would begin. */
export async function findSessionRevisions(db: Reader, session: SessionRow): Promise<SessionRevisions | null> {
  if (session.preview || (session.revisions && !session.test)) return session.revisions;
  const [row] = await db
    .select({ revisions: sql<SessionRevisions | null>`${startRevisions[session.appType]}` })
    .from(sessions)
    .where(and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id)));
  return row?.revisions ?? null;
}

/** The model or tasks that each branch of a revision decides by are still there. */
const canDecide = sql`not exists (
  select from jsonb_array_elements(coalesce(${appRevisions.definition}->'branches', '[]')) branch
  where branch->>'by' = 'classification' and not exists (
      select from ${models} own where own.team_id = ${apps.teamId} and own.id = branch->>'modelId')
    or branch->>'by' in ('value', 'items') and exists (
      select from jsonb_path_query(branch, '$.**.sourceTaskId ? (@ != null)') source where not exists (
        select from ${tasks} own where own.team_id = ${apps.teamId} and own.id = source #>> '{}')))`;

/** A process's earlier revision, unless the model of its manager, or what a branch decides by, was deleted since. */
export async function findAppRevision(
  db: Reader,
  { id, teamId }: AppRow,
  number: number,
): Promise<AppDefinition | undefined> {
  const managerId = sql`${appRevisions.definition}->>'managerModelId'`;
  const [row] = await db
    .select({ definition: appRevisions.definition })
    .from(appRevisions)
    .innerJoin(apps, eq(apps.id, appRevisions.ownerId))
    .leftJoin(models, and(eq(models.teamId, apps.teamId), eq(models.id, managerId)))
    .where(
      and(
        eq(apps.teamId, teamId),
        eq(apps.id, id),
        eq(appRevisions.number, number),
        or(sql`${appRevisions.definition}->>'process' <> 'hierarchical'`, isNotNull(models.id)),
        canDecide,
      ),
    );
  return row?.definition;
}
