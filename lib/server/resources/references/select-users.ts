import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { renderSql } from "../../platform/db/query/define-query";
import { subselect } from "../../platform/db/query/subselect";
import { getResource, listReferences } from "./registered";
import { getColumn, type Reference, type Resource } from "./resource";

export const maxUsers = 50;

/** The used row, by values or by columns of the outer query. */
interface UsedRow {
  teamId: PgColumn | SQLWrapper | string;
  /** An array of ids; null: the built-in row, which columns reference by null. */
  ids: SQL | null;
  /** The name by which prompts refer to it. */
  name?: PgColumn | string | undefined;
}

/**
 * Matches the rows that use one of them by a column; undefined for columns of history, and where another column lists the
 * same ids.
 */
function matchesColumn(
  user: Resource,
  column: string,
  { holds, onDelete }: Reference,
  { ids, name }: UsedRow,
): SQL | undefined {
  const of = getColumn(user.table, column);
  if (holds === "names") return name === undefined ? undefined : sql`${of} @> array[${name}]`;
  if (onDelete === "keep") return undefined;
  if (holds === "id") return ids ? sql`${of} = any(${ids})` : isNull(of);
  return holds === "ids" ? sql`${of} && ${ids}` : undefined;
}

/**
 * Selects ids and names of the users. Each column is looked up in its index; a single condition with `or` would scan the
 * table.
 */
export function selectUsers(user: Resource, of: ResourceKind, used: UsedRow, also = sql``): SQL | undefined {
  const { table, listed } = user;
  const looks = listReferences(user).flatMap(([column, to]) => {
    const uses = to.to === of ? matchesColumn(user, column, to, used) : undefined;
    const where = and(eq(getColumn(table, "teamId"), used.teamId), listed, uses);
    return uses
      ? [sql`select ${table.id}, ${getColumn(table, "name")}${also} from ${table as PgTable} where ${where}`]
      : [];
  });
  return looks.length > 0 ? sql.join(looks, sql` union `) : undefined;
}

interface Options {
  /** Includes indirect users: rows that use a row of this kind, which in turn uses it. */
  through?: ResourceKind;
  /** Replaces the row of the outer query. */
  used?: UsedRow;
}

const rendered = new Map<string, SQL>();

/** Selects the rows of one kind that use a row of another. For the row of the outer query it is rendered once. */
export function selectUsersOf(kind: ResourceKind, of: ResourceKind, options: Options = {}): SQL {
  if (options.used) return buildUsersOf(kind, of, options);
  const key = [kind, of, options.through].join();
  const users = rendered.get(key) ?? renderSql(buildUsersOf(kind, of, options));
  rendered.set(key, users);
  return users;
}

function buildUsersOf(kind: ResourceKind, of: ResourceKind, { through, used }: Options): SQL {
  const { table } = getResource(of);
  const [teamId, name] = [getColumn(table, "teamId"), getColumn(table, "name")];
  const one = used ?? { teamId, ids: sql`array[${table.id}]`, name };
  const between = through && selectUsers(getResource(through), of, one);
  const looks = [
    selectUsers(getResource(kind), of, one),
    between &&
      selectUsers(getResource(kind), through, {
        teamId: one.teamId,
        ids: sql`array(select id from (${between}) their)`,
      }),
  ];
  return sql.join(
    looks.filter((look) => look !== undefined),
    sql` union `,
  );
}

/** Counts the users of one kind, as a computed column. */
export const countUsers = (...user: Parameters<typeof selectUsersOf>): SQL<number> =>
  subselect<number>(sql`select count(*)::int from (${selectUsersOf(...user)}) used`);

export interface NamedUsers {
  count: number;
  /** The first users by name, without those that have none. */
  first: { _id: string; name: string }[];
}

export const nameUsers = (users: SQL): SQL<NamedUsers> =>
  subselect<NamedUsers>(
    sql`select json_build_object('count', count(*), 'first', coalesce(json_agg(json_build_object('_id', id, 'name', name) order by n) filter (where n <= ${maxUsers} and name is not null), '[]')) from (select id, name, row_number() over (order by name) n from (${users}) used) numbered`,
  );
