import type pg from "pg";

async function columnsOf(pool: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select column_name name from information_schema.columns where table_schema = 'public' and table_name = $1",
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Copies one row under new ids and names, each a second older than the last; what it refers to is the copy of that number. */
export async function multiply(
  pool: pg.Pool,
  table: string,
  id: string,
  copies: number,
  references: string[] = [],
): Promise<void> {
  const other: Record<string, string> = {
    ...Object.fromEntries(
      ["id", ...references].map((column) => [column, `t.${column} || '-' || lpad(n::text, 6, '0')`]),
    ),
    name: "t.name || ' ' || n",
    date_created: "t.date_created - n * interval '1 second'",
    date: "t.date - n * interval '1 second'",
  };
  const columns = await columnsOf(pool, table);
  const values = columns.map((column) => other[column] ?? `t.${column}`);
  await pool.query(
    `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")} from ${table} t, generate_series(1, ${copies}) n where t.id = $1`,
    [id],
  );
  await pool.query(`analyze ${table}`);
}
