import { sql } from "drizzle-orm";
import type { Reader } from "../../../platform/db/client";
import { agents } from "../../../platform/db/tables/agents";
import { datasources } from "../../../platform/db/tables/datasources";
import { tasks } from "../../../platform/db/tables/tasks";
import { toolRevisions, tools } from "../../../platform/db/tables/tools";

/** Names listed; the others are counted. */
const maxListed = 100;

interface Searchers {
  agentIds?: readonly string[] | undefined;
  taskIds?: readonly string[] | undefined;
}

const toArray = (ids: readonly string[] = []) => sql`${sql.param([...ids])}::text[]`;

/**
 * Returns the data sources that these agents, and the agents of these tasks, can search: by their own tools and, as work of a
 * process can be delegated, by the tools of all its tasks. A tool counts with the revision that its agent is pinned to.
 */
export async function listSearchable(db: Reader, teamId: string, { agentIds, taskIds }: Searchers) {
  const found = sql`(
    with used_tasks as (
      select agent_id, tool_ids from ${tasks} where team_id = ${teamId} and id = any(${toArray(taskIds)})
    ), used_agents as (
      select tool_ids, tool_revisions from ${agents} where team_id = ${teamId}
        and (id = any(${toArray(agentIds)}) or id in (select agent_id from used_tasks))
    ), task_tools as (
      select unnest(tool_ids) as tool_id from used_tasks
    ), uses as (
      select unnest(tool_ids) as tool_id, tool_revisions as pins from used_agents
      union select tool_id, tool_revisions from task_tools, used_agents
      union select tool_id, '{}'::jsonb from task_tools
    )
    select distinct d.id, d.name
    from uses
    join ${tools} t on t.id = uses.tool_id and t.team_id = ${teamId} and t.type = 'rag'
    left join ${toolRevisions} pinned on pinned.tool_id = t.id and pinned.id = uses.pins->>t.id
    join ${toolRevisions} used on used.id = coalesce(pinned.id, t.revision_id)
    join ${datasources} d on d.id = used.definition->>'datasourceId' and d.team_id = ${teamId} and d.trial_of is null
      and d.date_trashed is null
  ) found`;
  const rows = await db
    .select({ _id: sql<string>`id`, name: sql<string>`name`, total: sql<number>`count(*) over ()::int` })
    .from(found)
    .orderBy(sql`name`, sql`id`)
    .limit(maxListed);
  return {
    datasources: rows.map(({ _id, name }) => ({ _id, name })),
    more: (rows[0]?.total ?? 0) - rows.length,
  };
}
