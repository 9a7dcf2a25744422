import { getTableColumns, getTableName, type SQL, Subquery, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Reader, Tx } from "../../platform/db/client";
import { trashRows } from "../../platform/db/tables/trash";
import { findTable, listForeignColumns } from "./cascade";

export const matchesRows = (trashId: string, table: PgTable): SQL =>
  sql`${trashRows.trashId} = ${trashId} and ${trashRows.tableName} = ${getTableName(table)}`;

/** Selects deleted rows. Columns added by later migrations are null. */
export function selectDeletedRows<T extends PgTable>(
  db: Reader,
  trashId: string,
  table: T,
): Promise<T["$inferSelect"][]> {
  const stored = sql`select one.* from ${trashRows} cross join lateral jsonb_populate_record(null::${table}, ${trashRows.row}) one where ${matchesRows(trashId, table)}`;
  const from: PgTable = new Subquery(stored, {}, getTableName(table)) as never;
  return db.select(getTableColumns(table)).from(from);
}

export const readDeletedRow = async (db: Reader, trashId: string, table: PgTable): Promise<object | undefined> =>
  (await selectDeletedRows(db, trashId, table))[0];

/** The names of the columns in which rows of a table were stored, without those that migrations have removed since. */
async function listStoredColumns(tx: Tx, trashId: string, table: PgTable): Promise<string[]> {
  const first = sql`select ${trashRows.row} as row from ${trashRows} where ${matchesRows(trashId, table)} limit 1`;
  const { rows } = await tx.execute<{ name: string }>(
    sql`select jsonb_object_keys(first.row) as name from (${first}) first`,
  );
  const present = new Set(Object.values(getTableColumns(table)).map((column) => toSnakeCase(column.name)));
  return rows.map(({ name }) => name).filter((name) => present.has(name));
}

/**
 * Inserts the deleted rows of a table with their exact values, which are replaced by `changed` ones. References to rows that no
 * longer exist have the same effect as their deletion.
 */
async function insertRows(tx: Tx, trashId: string, table: PgTable, changed: Record<string, unknown>): Promise<void> {
  const names = await listStoredColumns(tx, trashId, table);
  const keys = listForeignColumns(table).map(({ column, ...key }) => ({ ...key, name: toSnakeCase(column.name) }));
  const toOne = (name: string) => sql`one.${sql.identifier(name)}`;
  const values = names.map((name) => {
    const key = keys.find((one) => one.name === name && one.onDelete === "set null");
    return key ? sql`(select ${key.target} from ${key.targetTable} where ${key.target} = ${toOne(name)})` : toOne(name);
  });
  const exist = keys
    .filter(({ onDelete }) => onDelete === "cascade")
    .map(({ name, target, targetTable }) => {
      const value = toOne(name);
      return sql`and (${value} is null or exists (select from ${targetTable} where ${target} = ${value}))`;
    });
  await tx.execute(sql`
    insert into ${table} (${sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    )})
    select ${sql.join(values, sql`, `)} from ${trashRows}
    cross join lateral jsonb_populate_record(null::${table}, ${trashRows.row} || ${JSON.stringify(changed)}::jsonb) one
    where ${matchesRows(trashId, table)} ${sql.join(exist, sql` `)}`);
}

/** By column name, as in stored rows. */
export function toStoredColumns(table: PgTable, changed: object): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [toSnakeCase(columns[name]?.name ?? name), value]),
  );
}

/** Inserts an item's rows again. `changed` are columns of the row of the given table that get other values. */
export async function insertDeletedRows(tx: Tx, trashId: string, main: PgTable, changed: object): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${trashRows.tableName} as name from ${trashRows} where ${trashRows.trashId} = ${trashId}
    group by ${trashRows.tableName} order by max(${trashRows.id}) desc`);
  for (const { name } of rows) {
    const table = findTable(name);
    if (table) await insertRows(tx, trashId, table, table === main ? toStoredColumns(main, changed) : {});
  }
}
