import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { applyMigrations, type Migration } from "../migrate/migrations";
import { copyIn, listTables, quoted, type TableShape } from "./copy";
import { type DumpedTable, plainFormats } from "./dump";

interface Load {
  /** The migrations of the dump, oldest first. */
  migrations: Migration[];
  tables: DumpedTable[];
  rows: (table: TableShape) => Promise<Readable>;
  /** Called for each table after its rows were loaded and counted. */
  onLoaded?: (table: DumpedTable) => void;
}

/** Whether there are no user tables; those of the server or an extension do not count. */
export async function isEmpty(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  return rowCount === 0;
}

/** Fills an empty database in the caller's transaction: creates and loads the tables, and verifies the counts. */
export async function loadDatabase(client: ClientBase, { migrations, tables, rows, onLoaded }: Load): Promise<void> {
  await applyMigrations(client, migrations);
  await client.query(plainFormats);
  checkShapes(await listTables(client), tables);
  // Rows may reference later tables, and a single check at the end is faster.
  const keys = await foreignKeys(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const table of tables) {
    await loadTable(client, table, await rows(table));
    onLoaded?.(table);
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  await moveSequences(client);
}

function checkShapes(made: TableShape[], dumped: TableShape[]): void {
  const text = (shapes: TableShape[]) => shapes.map(({ name, columns }) => `${name}(${columns.toSorted()})`).toSorted();
  const [expected, found] = [text(made), text(dumped)];
  const strange = found.find((shape) => !expected.includes(shape)) ?? expected.find((shape) => !found.includes(shape));
  if (strange) throw new Error(`The source database's tables don't match its migrations: ${strange}.`);
}

async function loadTable(client: ClientBase, table: DumpedTable, source: Readable): Promise<void> {
  // Triggers write to other tables, which are loaded as well.
  await client.query(`alter table public.${quoted(table.name)} disable trigger user`);
  await pipeline(source, copyIn(client, table));
  await client.query(`alter table public.${quoted(table.name)} enable trigger user`);
  const { rows } = await client.query<{ n: string }>(`select count(*) n from public.${quoted(table.name)}`);
  const arrived = Number(rows[0]?.n);
  if (arrived !== table.rows)
    throw new Error(`The table ${table.name} has ${table.rows} rows, but ${arrived} arrived. Nothing was changed.`);
}

async function foreignKeys(client: ClientBase) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  return rows;
}

/** COPY does not update sequences. */
async function moveSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select a.attrelid::regclass::text as table, a.attname::text as column,
      pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) is not null`);
  for (const { table, column, sequence } of rows)
    await client.query(
      `select setval($1, coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${table}`,
      [sequence],
    );
}
