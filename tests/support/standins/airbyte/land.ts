import { randomUUID } from "node:crypto";
import pg from "pg";

const escaped = pg.escapeIdentifier;
const landedName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9_]/g, "_");

export interface Landing {
  schema: string;
  table: string;
  columns: string[];
  keys: string[];
  mode: string;
  rows: Record<string, unknown>[];
}

/** Writes rows as Airbyte's destination for PostgreSQL does: typed tables with its own columns, keyed ones replaced. */
export async function land(url: string, { schema, table, columns, keys, mode, rows }: Landing): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const place = `${escaped(landedName(schema))}.${escaped(landedName(table))}`;
  const names = columns.map(landedName);
  const keyNames = keys.map(landedName);
  try {
    await client.query("begin");
    await client.query(`create schema if not exists ${escaped(landedName(schema))}`);
    if (mode === "full_refresh_overwrite") await client.query(`drop table if exists ${place}`);
    const own =
      "_airbyte_raw_id varchar not null, _airbyte_extracted_at timestamptz not null, _airbyte_meta jsonb not null";
    const fields = names.map((name) => `${escaped(name)} text`).join(", ");
    await client.query(`create table if not exists ${place} (${own}, _airbyte_generation_id bigint, ${fields})`);
    for (const row of rows) {
      if (mode === "incremental_deduped_history") {
        const where = keyNames.map((name, index) => `${escaped(name)} = $${index + 1}`).join(" and ");
        const values = keys.map((key) => String(row[key]));
        await client.query(`delete from ${place} where ${where}`, values);
      }
      const values = columns.map((name) => (row[name] === undefined ? null : String(row[name])));
      const params = values.map((_, index) => `$${index + 2}`).join(", ");
      await client.query(`insert into ${place} values ($1, clock_timestamp(), '{}', 1, ${params})`, [
        randomUUID(),
        ...values,
      ]);
    }
    await client.query("commit");
  } finally {
    await client.end();
  }
}
