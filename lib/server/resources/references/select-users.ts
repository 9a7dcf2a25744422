import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { subselect } from "../../platform/db/query/subselect";
import { referencesOf, resourceOf } from "./registered";
import { columnOf, type Reference, type Resource } from "./resource";

export const maxUsers = 50;

/** What is used, by values or by columns of the query around it. */
interface Used {
  teamId: PgColumn | string;
  /** An array; null: the built-in one, which no column names. */
  ids: SQL | null;
  /** By which prompts know it. */
  name?: PgColumn | string | undefined;
}

/** Which rows use one of them by a column; undefined for history, and where another column lists the same. */
function isIn(user: Resource, column: string, { holds, onDelete }: Reference, { ids, name }: Used): SQL | undefined {
  const of = columnOf(user.table, column);
  if (holds === "names") return name === undefined ? undefined : sql`${of} @> array[${name}]`;
  if (onDelete === "keep") return undefined;
  if (holds === "id") return ids ? sql`${of} = any(${ids})` : isNull(of);
  return holds === "ids" ? sql`${of} && ${ids}` : undefined;
}

/** Ids and names of what uses them. One look each in the indexes of its columns, where one condition with `or` reads every row. */
export function selectUsers(user: Resource, of: ResourceKind, used: Used, also = sql``): SQL | undefined {
  const { table, listed } = user;
  const looks = referencesOf(user).flatMap(([column, to]) => {
    const uses = to.to === of ? isIn(user, column, to, used) : undefined;
    const where = and(eq(columnOf(table, "teamId"), used.teamId), listed, uses);
    return uses
      ? [sql`select ${table.id}, ${columnOf(table, "name")}${also} from ${table as PgTable} where ${where}`]
      : [];
  });
  return looks.length > 0 ? sql.join(looks, sql` union `) : undefined;
}

interface Options {
  /** Also what uses something of this kind that uses it. */
  through?: ResourceKind;
  /** In place of the row that the query around it selects. */
  used?: Used;
}

/** What of one kind uses a row of another. */
export function usersOf(kind: ResourceKind, of: ResourceKind, { through, used }: Options = {}): SQL {
  const { table } = resourceOf(of);
  const [teamId, name] = [columnOf(table, "teamId"), columnOf(table, "name")];
  const one = used ?? { teamId, ids: sql`array[${table.id}]`, name };
  const between = through && selectUsers(resourceOf(through), of, one);
  const looks = [
    selectUsers(resourceOf(kind), of, one),
    between &&
      selectUsers(resourceOf(kind), through, {
        teamId: one.teamId,
        ids: sql`array(select id from (${between}) their)`,
      }),
  ];
  return sql.join(
    looks.filter((look) => look !== undefined),
    sql` union `,
  );
}

/** How many of one kind use a row, as a column beside its own. */
export const countUsers = (...user: Parameters<typeof usersOf>): SQL<number> =>
  subselect<number>(sql`select count(*)::int from (${usersOf(...user)}) used`);

export interface NamedUsers {
  count: number;
  /** The first of them by name. */
  first: { _id: string; name: string }[];
}

export const nameUsers = (users: SQL): SQL<NamedUsers> =>
  subselect<NamedUsers>(
    sql`select json_build_object('count', count(*), 'first', coalesce(json_agg(json_build_object('_id', id, 'name', name) order by n) filter (where n <= ${maxUsers}), '[]')) from (select id, name, row_number() over (order by name) n from (${users}) used) numbered`,
  );
