import { ConnectorError } from "../shared/errors";
import { countChars } from "./batches";
import type { Session } from "./connect";

export interface Column {
  name: string;
  /** In SQL syntax, for a cast. */
  type: string;
  /** The catalog name of the type underlying domains: "int8", "_text". */
  base: string;
  /** For an array: its element type and delimiter. */
  element: string | null;
  delimiter: string;
}

export interface Table {
  schema: string;
  name: string;
  /** r table · p partitioned · v view · m materialized view · f foreign table */
  kind: string;
  columns: Column[];
  primaryKeys: string[];
}

const MAX_TABLES = 5_000;
/** Of all tables together, as JSON: about 50,000 columns. */
const MAX_CATALOG_CHARS = 5_000_000;

/** Reads the whole catalog in one statement; schema names are separated by a character that no name can contain. */
const TABLES = `
  select c.oid::text, n.nspname, c.relname, c.relkind::text,
    coalesce((
      select json_agg(k.attname order by array_position(i.indkey::int2[], k.attnum))
      from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ), '[]')::text,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'base', b.typname,
        'element', e.typname, 'delimiter', coalesce(e.typdelim, ',')) order by a.attnum)
      from pg_attribute a
      join pg_type t on t.oid = a.atttypid
      join pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
      left join pg_type e on e.oid = b.typelem and b.typcategory = 'A'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(c.oid, a.attnum, 'select')
    ), '[]')::text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and has_schema_privilege(n.oid, 'usage') and has_any_column_privilege(c.oid, 'select')`;

function parseTable([, schema, name, kind, keys, columns]: (string | null)[]): Table {
  const all = JSON.parse(columns ?? "[]") as Column[];
  const readable = new Set(all.map((column) => column.name));
  const primaryKeys = (JSON.parse(keys ?? "[]") as string[]).filter(Boolean);
  return {
    schema: schema ?? "",
    name: name ?? "",
    kind: kind ?? "",
    columns: all,
    // A key with unreadable columns is ignored.
    primaryKeys: primaryKeys.every((key) => readable.has(key)) ? primaryKeys : [],
  };
}

export const toStreamName = ({ schema, name }: Pick<Table, "schema" | "name">): string => `${schema}.${name}`;

export async function listTables(session: Session, schemas: readonly string[]): Promise<Table[]> {
  const rows = await session.rows(
    `${TABLES} and ($1 = '[]' or n.nspname in (select json_array_elements_text($1::json)))
     order by n.nspname, c.relname limit ${MAX_TABLES}`,
    [JSON.stringify(schemas)],
  );
  if (rows.reduce((sum, row) => sum + countChars(row), 0) > MAX_CATALOG_CHARS)
    throw new ConnectorError("too_large", "The tables have too many columns to list together. Enter fewer schemas.");
  return rows.map(parseTable);
}

/** The table of a stream. Throws when selected columns no longer exist. */
export async function findTable(session: Session, stream: string, columnNames: readonly string[]): Promise<Table> {
  const [row] = await session.rows(`${TABLES} and n.nspname || '.' || c.relname = $1`, [stream]);
  if (row && countChars(row) > MAX_CATALOG_CHARS)
    throw new ConnectorError("too_large", `The table ${stream} has too many columns.`);
  if (!row) {
    const message = `The table ${stream} no longer exists, or the user doesn't have permission to read it. Refresh the streams.`;
    throw new ConnectorError("vanished", message);
  }
  const table = parseTable(row);
  const names = new Set(table.columns.map((column) => column.name));
  const missing = [...new Set(columnNames)].filter((name) => !names.has(name)).map((name) => `“${name}”`);
  if (missing.length === 0) return table;
  const [noun, pronoun] = missing.length === 1 ? ["column", "it"] : ["columns", "them"];
  const message = `${stream} no longer has the ${noun} ${new Intl.ListFormat("en").format(missing)}, or the user doesn't have permission to read ${pronoun}. Choose this stream's fields again.`;
  throw new ConnectorError("vanished", message);
}
