import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { taskSchema } from "@/lib/contract/tasks/schemas";
import { selectEditorName } from "../../access/accounts/service";
import type { TaskRow } from "../../engine/runs/process/tasks";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { subselect } from "../../platform/db/query/subselect";
import { agents } from "../../platform/db/tables/agents";
import { assets } from "../../platform/db/tables/assets";
import { models } from "../../platform/db/tables/models";
import { tasks } from "../../platform/db/tables/tasks";
import { tools } from "../../platform/db/tables/tools";
import { notFound } from "../../platform/errors/errors";
import { countUsers } from "../references/select-users";

type Named = { _id: string; name: string }[];
type NamedTool = Named[number] & { requireApproval: boolean };

export async function getTask(db: Reader, teamId: string, id: string): Promise<TaskRow> {
  const [row] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
  if (!row) throw notFound("This task");
  return row;
}

const selectNamed = (rows: SQL): SQL<Named> =>
  subselect<Named>(
    sql`select coalesce(json_agg(json_build_object('_id', id, 'name', name) order by n), '[]') from (${rows}) named`,
  );

const selectTools = (rows: SQL): SQL<NamedTool[]> =>
  subselect<NamedTool[]>(
    sql`select coalesce(json_agg(json_build_object('_id', id, 'name', name, 'requireApproval', "requireApproval") order by n), '[]') from (${rows}) named`,
  );

const selectView = (db: Reader, teamId: SQLWrapper | string) =>
  db
    .select({
      task: tasks,
      agentName: agents.name,
      agentIcon: assets.filename,
      modelName: models.name,
      tools: selectTools(
        sql`select distinct on (${tools.id}) ${tools.id}, ${tools.name}, ${tools.requireApproval} "requireApproval", n from unnest(coalesce(${agents.toolIds}, '{}') || ${tasks.toolIds}) with ordinality used (one, n) join ${tools} on ${tools.id} = one and ${tools.teamId} = ${teamId} order by ${tools.id}, n`,
      ),
      context: selectNamed(
        sql`select earlier.id, earlier.name, n from unnest(${tasks.contextTaskIds}) with ordinality used (one, n) join ${tasks} earlier on earlier.id = one and earlier.team_id = ${teamId}`,
      ),
      usedBy: countUsers("app", "task"),
      updatedByName: selectEditorName(tasks),
    })
    .from(tasks)
    .leftJoin(agents, and(eq(agents.id, tasks.agentId), eq(agents.teamId, tasks.teamId)))
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

function toTaskView({ task, agentName, agentIcon, modelName, ...computed }: ViewRow) {
  const agent =
    task.agentId && agentName !== null ? { _id: task.agentId, name: agentName, modelName, icon: agentIcon } : null;
  return pickFields(taskSchema, { ...task, ...computed, _id: task.id, agent });
}

export async function viewTask(db: Reader, teamId: string, id: string) {
  const [row] = await selectView(db, teamId).where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
  if (!row) throw notFound("This task");
  return toTaskView(row);
}

/** The newest task with a name. */
export async function findTaskByName(db: Reader, teamId: string, name: string) {
  const [row] = await selectView(db, teamId)
    .where(and(eq(tasks.teamId, teamId), eq(tasks.name, name)))
    .orderBy(desc(tasks.dateCreated), desc(tasks.id))
    .limit(1);
  if (!row) throw notFound("This task");
  return toTaskView(row);
}

type Filter = { agentId?: string | undefined; ids?: string[] | undefined };

const readPage = defineTeamList<Filter>()(
  {
    columns: tasks,
    matches: ({ agentId, ids }) => and(agentId && eq(tasks.agentId, agentId), ids && sql`${tasks.id} = any(${ids})`),
  },
  (db, { teamId }, page) => onPage(selectView(db, teamId), page),
  ({ task }) => task.id,
);

export async function listTasks(db: Reader, teamId: string, query: ListQuery & Filter) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { tasks: rows.map(toTaskView), next };
}
