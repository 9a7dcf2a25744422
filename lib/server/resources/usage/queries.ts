import { and, count, countDistinct, desc, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { UsageDay, UsageFigures, UsageShare } from "@/lib/contract/usage/schemas";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Db } from "../../platform/db/client";
import { listDays, type Span } from "../../platform/db/query/span";
import { accounts } from "../../platform/db/tables/accounts";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { models } from "../../platform/db/tables/models";
import { modelCalls } from "../../platform/db/tables/usage";

const maxShares = 100;

const figures = {
  runs: countDistinct(modelCalls.runId),
  calls: count(),
  inputTokens: sql<number>`coalesce(sum(${modelCalls.inputTokens}), 0)`.mapWith(Number),
  outputTokens: sql<number>`coalesce(sum(${modelCalls.outputTokens}), 0)`.mapWith(Number),
  costUsd: sql<number>`coalesce(sum(${modelCalls.costUsd}), 0)`.mapWith(Number),
  unpricedCalls: sql<number>`count(*) filter (where ${modelCalls.costUsd} is null)`.mapWith(Number),
};
const none: UsageFigures = { runs: 0, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 };
const dayColumn = sql<string>`to_char(${modelCalls.at} at time zone 'UTC', 'YYYY-MM-DD')`;

const matchesSpan = (teamId: string, { from, to }: Span) =>
  and(
    eq(modelCalls.teamId, teamId),
    gte(modelCalls.at, new Date(from)),
    lt(modelCalls.at, sql`${to}::date + interval '1 day'`),
  );

/** What a call without an app was for: a job, or a search outside a run. */
const purpose = sql<string>`case when ${modelCalls.appId} is null then
  case when starts_with(${modelCalls.runId}, 'job_') then 'Indexing' else 'Search' end end`;
/** A private app's name is visible only to those with access. */
const selectAppName = (viewer: Viewer): SQL<string> => sql`case
  when ${apps.id} is null then 'Deleted app' when ${matchesVisible(viewer, apps) ?? sql`true`} then ${apps.name} else 'Private app' end`;
const selectUseName = (viewer: Viewer): SQL<string> => sql`coalesce(${purpose}, ${selectAppName(viewer)})`;
const modelName = sql<string>`coalesce(${models.name}, 'Deleted model')`;
/** A call of indexing or search belongs to no account. */
const memberName = sql<string>`coalesce(${accounts.name}, case when ${modelCalls.accountId} is null then 'System' else 'Former member' end)`;

const appGroup = and(eq(apps.id, modelCalls.appId), eq(apps.teamId, modelCalls.teamId));
const modelGroup = and(eq(models.id, modelCalls.modelId), eq(models.teamId, modelCalls.teamId));
const agentName = sql<string>`coalesce(${agents.name}, 'Deleted agent')`;
const agentGroup = and(eq(agents.id, modelCalls.agentId), eq(agents.teamId, modelCalls.teamId));
const memberGroup = eq(accounts.id, modelCalls.accountId);

export async function readUsage(db: Db, span: Span, viewer: Viewer) {
  const where = matchesSpan(viewer.teamId, span);
  const share = (id: PgColumn, name: SQL<string>) => ({ _id: id, name, ...figures });
  const order = [desc(figures.costUsd), desc(figures.inputTokens), desc(figures.calls)];
  const [totals, days, byApp, byModel, byMember, byRevision] = await Promise.all([
    db.select(figures).from(modelCalls).where(where),
    db
      .select({ day: dayColumn, ...figures })
      .from(modelCalls)
      .where(where)
      .groupBy(dayColumn),
    db
      .select(share(modelCalls.appId, selectUseName(viewer)))
      .from(modelCalls)
      .leftJoin(apps, appGroup)
      .where(where)
      .groupBy(modelCalls.appId, apps.id, purpose)
      .orderBy(...order)
      .limit(maxShares),
    db
      .select(share(modelCalls.modelId, modelName))
      .from(modelCalls)
      .leftJoin(models, modelGroup)
      .where(where)
      .groupBy(modelCalls.modelId, models.id)
      .orderBy(...order)
      .limit(maxShares),
    db
      .select(share(modelCalls.accountId, memberName))
      .from(modelCalls)
      .leftJoin(accounts, memberGroup)
      .where(where)
      .groupBy(modelCalls.accountId, accounts.id)
      .orderBy(...order)
      .limit(maxShares),
    db
      .select({ ...share(modelCalls.agentId, agentName), revision: sql<number>`${modelCalls.agentRevision}` })
      .from(modelCalls)
      .leftJoin(agents, agentGroup)
      .where(and(where, isNotNull(modelCalls.agentId), isNotNull(modelCalls.agentRevision)))
      .groupBy(modelCalls.agentId, modelCalls.agentRevision, agents.id)
      .orderBy(...order)
      .limit(maxShares),
  ]);
  const known = new Map(days.map((row) => [row.day, row]));
  return {
    ...span,
    totals: totals[0] ?? none,
    days: listDays(span).map((day): UsageDay => known.get(day) ?? { day, ...none }),
    apps: byApp as UsageShare[],
    models: byModel as UsageShare[],
    members: byMember as UsageShare[],
    agents: byRevision,
  };
}

/** One line per day, app, model and member, in this order. */
export function readUsageLines(db: Db, span: Span, viewer: Viewer) {
  const { appId, modelId, accountId } = modelCalls;
  return db
    .select({ day: dayColumn, app: selectUseName(viewer), model: modelName, member: memberName, ...figures })
    .from(modelCalls)
    .leftJoin(apps, appGroup)
    .leftJoin(models, modelGroup)
    .leftJoin(accounts, memberGroup)
    .where(matchesSpan(viewer.teamId, span))
    .groupBy(dayColumn, appId, apps.id, purpose, modelId, models.id, accountId, accounts.id)
    .orderBy(dayColumn, selectUseName(viewer), modelName, memberName);
}
