import pg, { type ClientBase, type Pool } from "pg";
import { noLimits, sessionOptions } from "../connection/pool";
import { inTransaction } from "../connection/transaction";
import { compareMigrations, MigrationMismatch, releasedMigrations } from "./compare-migrations";
import {
  type Applied,
  appliedMigrations,
  applyMigrations,
  knownMigrations,
  type Migration,
  MigrationFailure,
  migrationLock,
} from "./migrations";

export interface MigrateOptions {
  /** Called before a database with data is migrated. Returns the command to restore the backup, if any. */
  before?: (client: ClientBase, next: Migration) => Promise<string | undefined>;
  folder?: string;
}

const patienceMs = 10_000;
const waiting =
  "Waiting for another process to finish migrating the database. If DATABASE_URL is a PgBouncer in transaction mode, set DATABASE_DIRECT_URL.";

/** Applies all pending migrations or none. Processes starting at the same time wait for each other. */
export async function migrateDatabase(pool: Pool, options: MigrateOptions = {}): Promise<void> {
  // Its own connection, because a pipeline cannot copy tables, and so that the lock and settings end with it.
  const client = new pg.Client({ ...sessionOptions(pool), pipeline: false });
  client.on("error", () => undefined);
  const timer = setTimeout(() => console.error(waiting), patienceMs);
  try {
    await client.connect();
    await client.query(noLimits);
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    clearTimeout(timer);
    await bringUpToDate(client, options);
  } finally {
    clearTimeout(timer);
    await client.end();
  }
}

async function bringUpToDate(client: ClientBase, { before, folder }: MigrateOptions): Promise<void> {
  const known = knownMigrations(folder);
  const applied = await appliedMigrations(client);
  const missing = compare(known, applied, folder);
  const [next] = missing;
  if (!next) return;
  const wayBack = applied.length > 0 ? await before?.(client, next) : undefined;
  try {
    await inTransaction(client, () => applyMigrations(client, missing));
  } catch (error) {
    if (!(error instanceof MigrationFailure)) throw error;
    throw new Error(applied.length > 0 ? failureText(error, wayBack) : setUpText(error), { cause: error });
  }
}

const wayOut = {
  newer:
    "Start that version, or restore the backup that it created first (`backups` in the data folder): npm run restore -- <file>",
  unknown: "Start that version, or restore a backup of this version.",
  edited: "Nothing was changed.",
};

/** Adds instructions to a mismatch. */
function compare(known: Migration[], applied: Applied[], folder?: string): Migration[] {
  try {
    return compareMigrations(known, applied, releasedMigrations(folder)).missing;
  } catch (error) {
    if (!(error instanceof MigrationMismatch)) throw error;
    throw new Error(`${error.message} ${wayOut[error.kind]}`, { cause: error });
  }
}

const setUpText = ({ tag, message }: MigrationFailure): string =>
  `The tables couldn't be created: migration ${tag} failed (${message}). Nothing was changed. Muster requires its own database.`;

function failureText({ tag, message }: MigrationFailure, wayBack: string | undefined): string {
  const back = wayBack
    ? ` If its data is no longer intact, restore the backup: ${wayBack}`
    : " No backup was created, because MIGRATION_BACKUPS is 0.";
  return (
    `The database couldn't be migrated: migration ${tag} failed (${message}). Nothing was changed; start the ` +
    `version of Muster that you ran before.${back}`
  );
}
