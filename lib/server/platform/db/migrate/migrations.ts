import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { ClientBase, Pool } from "pg";

/** The advisory lock of migrations. */
export const migrationLock = 7_738_201;

export interface Migration {
  /** The file's name, e.g. `0000_initial`. */
  tag: string;
  hash: string;
  /** Creation time in ms, which determines the order. */
  when: number;
  statements: string[];
}

export type Applied = Pick<Migration, "hash" | "when">;

export const migrationsFolder = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "lib/server/platform/db/migrations");

/** All migrations of this version, oldest first. */
export function knownMigrations(folder = migrationsFolder()): Migration[] {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    readFileSync(join(/* turbopackIgnore: true */ folder, "meta/_journal.json"), "utf8"),
  );
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }, i) => ({
    tag: journal.entries[i]?.tag ?? String(folderMillis),
    hash,
    when: folderMillis,
    statements: sql,
  }));
}

/** The migrations recorded in drizzle's table, oldest first. */
export async function appliedMigrations(client: Pick<ClientBase, "query"> | Pool): Promise<Applied[]> {
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (!found[0]?.found) return [];
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    "select hash, created_at from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash, created_at }) => ({ hash, when: Number(created_at) }));
}

/** Which migration failed, and why. */
export class MigrationFailure extends Error {
  constructor(
    readonly tag: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Inside the caller's transaction. Maintains drizzle-kit's table. */
export async function applyMigrations(client: ClientBase, migrations: Migration[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { tag, hash, when, statements } of migrations) {
    try {
      for (const statement of statements) await client.query(statement);
    } catch (error) {
      throw new MigrationFailure(tag, error);
    }
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, when]);
  }
}
