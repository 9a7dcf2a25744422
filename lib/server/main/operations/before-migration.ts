import { readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ClientBase } from "pg";
import { secretFile } from "../../platform/crypto/secret";
import type { Migration } from "../../platform/db/migrate/migrations";
import { env } from "../../platform/env/env";
import { log } from "../../platform/log/log";
import { writeBackup } from "./backup";
import { formatStamp } from "./stamp";

const prefix = "before-";

export const backupFolder = (): string => join(env().DATA_DIR, "backups");

/** Backs up the database and the secret: migrations change nothing else. Returns the command to restore them. */
export async function backupBeforeMigration(client: ClientBase, next: Migration): Promise<string | undefined> {
  const { MIGRATION_BACKUPS, APP_SECRET } = env();
  if (MIGRATION_BACKUPS === 0) return undefined;
  const folder = backupFolder();
  const file = join(folder, `${prefix}${next.tag}-${formatStamp()}.tar.gz`);
  try {
    const { bytes } = await writeBackup(client, { file, secret: APP_SECRET ? undefined : secretFile() });
    log().info({ file, bytes, migration: next.tag }, "database backed up before a migration");
    await keepNewest(folder, MIGRATION_BACKUPS);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sentence =
      `The database wasn't migrated, because the backup couldn't be written to ${folder}: ` +
      `${reason}. Nothing was changed. Fix the problem, or start once with MIGRATION_BACKUPS=0.`;
    throw new Error(sentence, { cause: error });
  }
  const path = relative(process.cwd(), file);
  return `npm run restore -- ${path.startsWith("..") ? file : path}`;
}

/** Names contain the time and sort by it. Manual backups are neither counted nor deleted. */
async function keepNewest(folder: string, count: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".tar.gz"));
  const byTime = backups.toSorted((a, b) => getTime(b).localeCompare(getTime(a)));
  for (const name of byTime.slice(count)) await rm(join(folder, name), { force: true });
}

const getTime = (name: string): string => /\d{8}-\d{9}(?=\.tar\.gz$)/.exec(name)?.[0] ?? "";
