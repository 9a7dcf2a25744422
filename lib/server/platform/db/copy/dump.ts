import type { Readable } from "node:stream";
import type { ClientBase } from "pg";
import { inTransaction } from "../connection/transaction";
import { type Applied, appliedMigrations, migrationLock } from "../migrate/migrations";
import { copyOut, listTables, type TableShape } from "./copy";

export interface DumpedTable extends TableShape {
  rows: number;
}

export interface Dump {
  /** Empty for a database without migrations. */
  migrations: Applied[];
  tables: DumpedTable[];
  /** The check value of the secret that sealed the data. */
  secretCheck: string | null;
  postgres: string;
}

/** Date formats that do not depend on session settings. */
export const plainFormats =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'";

/**
 * Dumps all tables in one snapshot, without blocking writers. Rows are passed on as streams in COPY's text format. Blocks
 * migrations.
 */
export async function dumpDatabase(
  client: ClientBase,
  take: (table: TableShape, rows: Readable) => Promise<void>,
  onSnapshot: () => Promise<void> = async () => undefined,
): Promise<Dump> {
  // Before the transaction, whose first statement determines the snapshot.
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
  const shapes = await listTables(client);
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
