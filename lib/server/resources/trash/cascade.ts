import { getTableName, is, type SQL, sql } from "drizzle-orm";
import { type ForeignKey, getTableConfig, type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { notifications } from "../../platform/db/tables/notifications";
import { oauthGrants, oauthTokens } from "../../platform/db/tables/oauth";
import * as schema from "../../platform/db/tables/schema";
import { sessionTexts } from "../../platform/db/tables/session-texts";

export interface ForeignColumn {
  column: PgColumn;
  /** What it refers to. */
  target: PgColumn;
  targetTable: PgTable;
  onDelete: ForeignKey["onDelete"];
}

/** The foreign keys of a table. All have one column. */
export const listForeignColumns = (table: PgTable): ForeignColumn[] =>
  getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    const [column, target] = [columns[0], foreignColumns[0]];
    return column && target ? [{ column, target, targetTable: foreignTable, onDelete: key.onDelete }] : [];
  });

/** Notifications are not restored, access that people gave ends, and triggers of sessions insert their texts again. */
const unmoved: unknown[] = [notifications, oauthGrants, oauthTokens, sessionTexts];
const movedTables = Object.values<unknown>(schema).filter(
  (table): table is PgTable => is(table, PgTable) && !unmoved.includes(table),
);

export interface SelectedRows {
  table: PgTable;
  where: SQL;
}

/** Lists the rows that foreign keys delete with the selected ones, found by the declarations, and the selected ones last. */
export function listCascade({ table, where }: SelectedRows): SelectedRows[] {
  const dependents = movedTables.flatMap((other) =>
    listForeignColumns(other)
      .filter(({ targetTable, onDelete }) => targetTable === table && onDelete === "cascade")
      .flatMap(({ column, target }) =>
        listCascade({ table: other, where: sql`${column} in (select ${target} from ${table} where ${where})` }),
      ),
  );
  return [...dependents, { table, where }];
}

export const findTable = (name: string): PgTable | undefined =>
  movedTables.find((table) => getTableName(table) === name);
