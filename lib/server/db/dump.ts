import type { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { copyOut, type TableShape, tablesOf } from "./copy";
import { type Applied, appliedMigrations, migrationLock } from "./migrations";
import { inTransaction } from "./transaction";

export interface DumpedTable extends TableShape {
  rows: number;
}

export interface Dump {
  /** Empty for a database that was never migrated. */
  migrations: Applied[];
  tables: DumpedTable[];
  /** The check value of the secret that this data was written with. */
  secretCheck: string | null;
  postgres: string;
}

/** Every date and time as text that any session reads the same. */
export const plainFormats =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'";

/**
 * All tables as they stand at one moment, while others go on writing. Each table's rows are handed over as a stream of
 * COPY's text format. No migration runs meanwhile.
 */
export async function dumpDatabase(
  client: ClientBase,
  take: (table: TableShape, rows: Readable) => Promise<void>,
  onSnapshot: () => Promise<void> = async () => undefined,
): Promise<Dump> {
  // Before the transaction: its first statement already fixes what it sees.
  await client.query("select pg_advisory_lock_shared($1)", [migrationLock]);
  try {
    const work = () => readAll(client, take, onSnapshot);
    return await inTransaction(client, work, "isolation level repeatable read read only");
  } finally {
    await client.query("select pg_advisory_unlock_shared($1)", [migrationLock]).catch(() => undefined);
  }
}

async function readAll(
  client: ClientBase,
  take: (table: TableShape, rows: Readable) => Promise<void>,
  onSnapshot: () => Promise<void>,
): Promise<Dump> {
  await client.query(plainFormats);
  const migrations = await appliedMigrations(client);
  const { rows: facts } = await client.query<{ version: string }>("select current_setting('server_version') version");
  const shapes = await tablesOf(client);
  const secretCheck = shapes.some(({ name }) => name === "settings") ? await readSecretCheck(client) : null;
  await onSnapshot();
  const tables: DumpedTable[] = [];
  for (const shape of shapes) {
    const stream = copyOut(client, shape);
    await take(shape, stream);
    tables.push({ ...shape, rows: stream.rows });
  }
  return { migrations, tables, secretCheck, postgres: facts[0]?.version ?? "" };
}

export async function readSecretCheck(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ value: unknown }>("select value from settings where name = 'secret-check'");
  const value = rows[0]?.value;
  return typeof value === "string" ? value : null;
}
