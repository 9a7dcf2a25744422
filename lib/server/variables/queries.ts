import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import type { variableSchema } from "@/lib/contract/variables";
import { editorName } from "../accounts/service";
import { agents } from "../agents/table";
import { appsUsing } from "../apps/service";
import { apps } from "../apps/table";
import { maskSecret } from "../crypto/mask";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import type { Viewer } from "../sessions/service";
import { tasks } from "../tasks/table";
import { tools } from "../tools/table";
import { openValue, type VariableRow } from "./service";
import { variables } from "./table";

type Reader = Pick<Db, "select">;
const usersMost = 50;

export async function variableOf(db: Reader, teamId: string, id: string): Promise<VariableRow> {
  const [row] = await db
    .select()
    .from(variables)
    .where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
  if (!row) throw notFound("This variable");
  return row;
}

interface Users {
  count: number;
  /** The first of them by name. */
  first: { _id: string; name: string }[];
}

/**
 * What lists it or has its name in a prompt: one look each in the indexes of both columns, where one condition
 * with `or` reads every agent of the team.
 */
const using = (
  table: typeof agents | typeof tasks,
  teamId: AnyPgColumn | string,
  id: AnyPgColumn | string,
  name: AnyPgColumn | string,
): SQL => {
  const having = (column: AnyPgColumn, text: AnyPgColumn | string) =>
    sql`select ${table.id}, ${table.name} from ${table} where ${table.teamId} = ${teamId} and ${column} @> array[${text}]`;
  return sql`(${having(table.variableIds, id)} union ${having(table.promptNames, name)})`;
};

const usersIn = (table: typeof agents | typeof tasks) => {
  const { teamId, id, name } = variables;
  const numbered = sql`select used.id, used.name, row_number() over (order by used.name) n from ${using(table, teamId, id, name)} used`;
  return subselect<Users>(
    sql`select json_build_object('count', count(*), 'first', coalesce(json_agg(json_build_object('_id', id, 'name', name) order by n) filter (where n <= ${usersMost}), '[]')) from (${numbered}) numbered`,
  );
};

const shown = (db: Reader) =>
  db
    .select({
      variable: variables,
      inAgents: usersIn(agents),
      inTasks: usersIn(tasks),
      updatedByName: editorName(variables),
    })
    .from(variables);

type Shown = Awaited<ReturnType<typeof shown>>[number];

function variableView({ variable, inAgents, inTasks, updatedByName }: Shown): z.input<typeof variableSchema> {
  const { id, name, description, secret, createdBy, version, dateCreated, dateUpdated } = variable;
  const value = openValue(variable);
  return {
    ...{ _id: id, name, description, secret, defaultValue: secret && value ? maskSecret(value) : value },
    ...{ usedBy: inAgents.count + inTasks.count, usedIn: { agents: inAgents.first, tasks: inTasks.first } },
    ...{ createdBy, updatedByName, version, dateCreated, dateUpdated },
  };
}

export async function viewVariable(db: Reader, teamId: string, id: string) {
  const [row] = await shown(db).where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
  if (!row) throw notFound("This variable");
  return variableView(row);
}

export async function listVariables(
  db: Db,
  teamId: string,
  query: ListQuery & { secret?: boolean; names?: string[]; ids?: string[] },
) {
  const { where, order, limit, cut } = keyset(db, variables, teamId, query);
  const chosen = and(
    where,
    query.secret === undefined ? undefined : eq(variables.secret, query.secret),
    query.names && inArray(variables.name, query.names),
    query.ids && inArray(variables.id, query.ids),
  );
  const found = await shown(db)
    .where(chosen)
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ variable }) => variable.id);
  return { variables: rows.map(variableView), next };
}

/** An agent and a task with the name in a prompt. */
export async function promptsWith(db: Reader, teamId: string, name: string): Promise<UsedBy> {
  const first = (table: typeof agents | typeof tasks) =>
    db
      .select({ _id: table.id, name: table.name })
      .from(table)
      .where(and(eq(table.teamId, teamId), sql`${table.promptNames} @> array[${name}]`))
      .limit(1);
  const [inAgents, inTasks] = [await first(agents), await first(tasks)];
  return [...inAgents.map((row) => ({ type: "agent", ...row })), ...inTasks.map((row) => ({ type: "task", ...row }))];
}

/** A task that sets it. */
export async function taskSetting(db: Reader, teamId: string, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: tasks.name })
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), sql`${tasks.variableIds} @> array[${id}]`))
    .limit(1);
  return row?.name;
}

/** Whatever uses it. */
export async function usersOfVariable(
  db: Pick<Db, "select" | "execute">,
  viewer: Viewer,
  { id, name }: VariableRow,
): Promise<UsedBy> {
  const found = async (type: string, table: typeof agents | typeof tasks) => {
    const { rows } = await db.execute<{ _id: string; name: string }>(
      sql`select id as "_id", name from ${using(table, viewer.teamId, id, name)} used order by name limit ${usersMost}`,
    );
    return rows.map((row) => ({ type, ...row }));
  };
  const inApps = await appsUsing(db, viewer, sql`${apps.variableIds} @> array[${id}]`, usersMost);
  const inTools = await db
    .select({ _id: tools.id, name: tools.name })
    .from(tools)
    .where(and(eq(tools.teamId, viewer.teamId), sql`${tools.variableNames} @> array[${name}]::text[]`))
    .orderBy(tools.name)
    .limit(usersMost);
  return [
    ...[...(await found("agent", agents)), ...(await found("task", tasks)), ...inApps],
    ...inTools.map((row) => ({ type: "tool", ...row })),
  ];
}
