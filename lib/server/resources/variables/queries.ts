import { and, eq, sql } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/base/error";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { variableSchema } from "@/lib/contract/variables/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { decryptValue, type VariableRow } from "../../engine/variables/variables";
import { maskSecret } from "../../platform/crypto/mask";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { agents } from "../../platform/db/tables/agents";
import { apps } from "../../platform/db/tables/apps";
import { tasks } from "../../platform/db/tables/tasks";
import { variables } from "../../platform/db/tables/variables";
import { notFound } from "../../platform/errors/errors";
import { nameUsers, selectUsersOf } from "../references/select-users";

export async function getVariable(db: Reader, teamId: string, id: string): Promise<VariableRow> {
  const [row] = await db
    .select()
    .from(variables)
    .where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
  if (!row) throw notFound("This variable");
  return row;
}

/** The apps that use it. Private ones have no name: not everybody in the team sees it. */
const selectAppUsers = () =>
  sql`select ${apps.id}, case when ${apps.sharingConfig}->>'mode' <> 'private' then ${apps.name} end as name from ${apps} where ${apps.id} in (select id from (${selectUsersOf("app", "variable")}) users)`;

const selectView = (db: Reader) =>
  db
    .select({
      variable: variables,
      inAgents: nameUsers(selectUsersOf("agent", "variable")),
      inTasks: nameUsers(selectUsersOf("task", "variable")),
      inApps: nameUsers(selectAppUsers()),
      updatedByName: selectEditorName(variables),
    })
    .from(variables);

type ViewRow = Awaited<ReturnType<typeof selectView>>[number];

function toVariableView({ variable, inAgents, inTasks, inApps, updatedByName }: ViewRow) {
  const value = decryptValue(variable);
  return pickFields(variableSchema, {
    ...variable,
    _id: variable.id,
    defaultValue: variable.secret && value ? maskSecret(value) : value,
    usedBy: inAgents.count + inTasks.count + inApps.count,
    usedIn: { agents: inAgents.first, tasks: inTasks.first, apps: inApps.first },
    updatedByName,
  });
}

export async function viewVariable(db: Reader, teamId: string, id: string) {
  const [row] = await selectView(db).where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
  if (!row) throw notFound("This variable");
  return toVariableView(row);
}

type Filter = { secret?: boolean; names?: string[]; ids?: string[] };

const readPage = defineTeamList<Filter>()(
  {
    columns: variables,
    matches: ({ secret, names, ids }) =>
      and(
        secret && eq(variables.secret, secret),
        names && sql`${variables.name} = any(${names})`,
        ids && sql`${variables.id} = any(${ids})`,
      ),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ variable }) => variable.id,
);

export async function listVariables(db: Reader, teamId: string, query: ListQuery & Filter) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { variables: rows.map(toVariableView), next };
}

/** Agents, tasks, and apps with branches, that have the name in a prompt or read it. */
export async function findPromptUsers(db: Reader, teamId: string, name: string): Promise<UsedBy> {
  const first = (table: typeof agents | typeof tasks | typeof apps) =>
    db
      .select({ _id: table.id, name: table.name })
      .from(table)
      .where(and(eq(table.teamId, teamId), sql`${table.promptNames} @> array[${name}]`))
      .limit(1);
  const toUsers = (type: string, rows: { _id: string; name: string }[]) => rows.map((row) => ({ type, ...row }));
  return [
    ...toUsers("agent", await first(agents)),
    ...toUsers("task", await first(tasks)),
    ...toUsers("app", await first(apps)),
  ];
}

/** A task that sets it. */
export async function findSettingTask(db: Reader, teamId: string, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: tasks.name })
    .from(tasks)
    .where(and(eq(tasks.teamId, teamId), sql`${tasks.variableIds} @> array[${id}]`))
    .limit(1);
  return row?.name;
}
