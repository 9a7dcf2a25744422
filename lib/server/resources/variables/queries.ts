import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { UsedBy } from "@/lib/contract/base/error";
import type { ListQuery } from "@/lib/contract/base/fields";
import type { variableSchema } from "@/lib/contract/variables/schemas";
import { editorName } from "../../access/accounts/service";
import { openValue, type VariableRow } from "../../engine/variables/variables";
import { maskSecret } from "../../platform/crypto/mask";
import type { Db, Reader } from "../../platform/db/client";
import { keyset } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { tasks } from "../../platform/db/tables/tasks";
import { variables } from "../../platform/db/tables/variables";
import { notFound } from "../../platform/errors/errors";
import { nameUsers, usersOf } from "../references/select-users";

export async function getVariable(db: Reader, teamId: string, id: string): Promise<VariableRow> {
  const [row] = await db
    .select()
    .from(variables)
    .where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
  if (!row) throw notFound("This variable");
  return row;
}

const shown = (db: Reader) =>
  db
    .select({
      variable: variables,
      inAgents: nameUsers(usersOf("agent", "variable")),
      inTasks: nameUsers(usersOf("task", "variable")),
      updatedByName: editorName(variables),
    })
    .from(variables);

type Shown = Awaited<ReturnType<typeof shown>>[number];

function variableView({ variable, inAgents, inTasks, updatedByName }: Shown): z.input<typeof variableSchema> {
  const { id, name, description, secret, createdBy, version, dateCreated, dateUpdated } = variable;
  const value = openValue(variable);
  return {
    _id: id,
    name,
    description,
    secret,
    defaultValue: secret && value ? maskSecret(value) : value,
    usedBy: inAgents.count + inTasks.count,
    usedIn: { agents: inAgents.first, tasks: inTasks.first },
    createdBy,
    updatedByName,
    version,
    dateCreated,
    dateUpdated,
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
  const { where, order, limit, takePage: cut } = keyset(db, variables, teamId, query);
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

/** Agents and tasks with the name in a prompt. */
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
