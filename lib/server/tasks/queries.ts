import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import type { taskSchema } from "@/lib/contract/tasks";
import { editorName } from "../accounts/service";
import { agents } from "../agents/table";
import { appsUsing } from "../apps/service";
import { apps } from "../apps/table";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import { models } from "../models/table";
import type { Viewer } from "../sessions/service";
import { tools } from "../tools/table";
import { tasks } from "./table";

export type TaskRow = typeof tasks.$inferSelect;
type Reader = Pick<Db, "select">;
type Named = { _id: string; name: string }[];
const usersMost = 50;

export async function taskOf(db: Reader, teamId: string, id: string): Promise<TaskRow> {
  const [row] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
  if (!row) throw notFound("This task");
  return row;
}

const namedIn = (rows: SQL): SQL<Named> =>
  subselect<Named>(
    sql`select coalesce(json_agg(json_build_object('_id', id, 'name', name) order by n), '[]') from (${rows}) named`,
  );

const shown = (db: Reader, teamId: string) =>
  db
    .select({
      task: tasks,
      agentName: agents.name,
      agentIcon: assets.filename,
      modelName: models.name,
      tools: namedIn(
        sql`select distinct on (${tools.id}) ${tools.id}, ${tools.name}, n from unnest(coalesce(${agents.toolIds}, '{}') || ${tasks.toolIds}) with ordinality used (one, n) join ${tools} on ${tools.id} = one and ${tools.teamId} = ${teamId} order by ${tools.id}, n`,
      ),
      context: namedIn(
        sql`select earlier.id, earlier.name, n from unnest(${tasks.contextTaskIds}) with ordinality used (one, n) join ${tasks} earlier on earlier.id = one and earlier.team_id = ${teamId}`,
      ),
      usedBy: subselect<number>(
        sql`select count(*)::int from ${apps} where ${eq(apps.teamId, teamId)} and ${apps.taskIds} @> array[${tasks.id}]`,
      ),
      updatedByName: editorName(tasks),
    })
    .from(tasks)
    .leftJoin(agents, and(eq(agents.id, tasks.agentId), eq(agents.teamId, tasks.teamId)))
    .leftJoin(models, and(eq(models.id, agents.modelId), eq(models.teamId, agents.teamId)))
    .leftJoin(assets, and(eq(assets.id, agents.iconId), eq(assets.teamId, agents.teamId)));

type Shown = Awaited<ReturnType<typeof shown>>[number];

function taskView({ task, agentName, agentIcon, modelName, ...beside }: Shown): z.input<typeof taskSchema> {
  const {
    id,
    teamId: _team,
    createdBy: _by,
    updatedBy: _editor,
    promptNames: _names,
    variableIds: _set,
    ...own
  } = task;
  const agent =
    task.agentId && agentName !== null ? { _id: task.agentId, name: agentName, modelName, icon: agentIcon } : null;
  return { _id: id, ...own, agent, ...beside };
}

export async function viewTask(db: Reader, teamId: string, id: string) {
  const [row] = await shown(db, teamId).where(and(eq(tasks.teamId, teamId), eq(tasks.id, id)));
  if (!row) throw notFound("This task");
  return taskView(row);
}

/** The newest of the name. */
export async function taskNamed(db: Reader, teamId: string, name: string) {
  const [row] = await shown(db, teamId)
    .where(and(eq(tasks.teamId, teamId), eq(tasks.name, name)))
    .orderBy(desc(tasks.dateCreated), desc(tasks.id))
    .limit(1);
  if (!row) throw notFound("This task");
  return taskView(row);
}

type ListTasks = ListQuery & { agentId?: string | undefined; ids?: string[] | undefined };

export async function listTasks(db: Db, teamId: string, query: ListTasks) {
  const { where, order, limit, cut } = keyset(db, tasks, teamId, query);
  const chosen = and(
    where,
    query.agentId ? eq(tasks.agentId, query.agentId) : undefined,
    query.ids && inArray(tasks.id, query.ids),
  );
  const found = await shown(db, teamId)
    .where(chosen)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ task }) => task.id);
  return { tasks: rows.map(taskView), next };
}

/** The team's tasks that use something. */
export async function tasksUsing(db: Reader, teamId: string, using: SQL): Promise<UsedBy> {
  const rows = await db
    .select({ _id: tasks.id, name: tasks.name })
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), using))
    .orderBy(asc(tasks.name))
    .limit(usersMost);
  return rows.map((row) => ({ type: "task", ...row }));
}

export const usersOfTask = async (db: Reader, viewer: Viewer, id: string): Promise<UsedBy> => [
  ...(await appsUsing(db, viewer, sql`${apps.taskIds} @> array[${id}]`, usersMost)),
  ...(await tasksUsing(db, viewer.teamId, sql`${tasks.contextTaskIds} @> array[${id}]`)),
];
