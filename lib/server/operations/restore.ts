import { chmodSync, createReadStream, statfsSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { formatBytes } from "@/lib/utils/bytes";
import { type Compared, compareMigrations, MigrationMismatch } from "../db/compare-migrations";
import { connectEmbedded, connectOwn } from "../db/connect";
import { readSecretCheck } from "../db/dump";
import { isInUse } from "../db/embedded-in-use";
import { isEmpty, loadDatabase } from "../db/load";
import { applyMigrations, knownMigrations } from "../db/migrations";
import { inTransaction } from "../db/transaction";
import type { Env } from "../env";
import { checkValueOf, readSecretFile, secretFile } from "../secret";
import { ArchiveError } from "../storage/tar";
import type { Manifest } from "./manifest";
import { readArchive, type Staging } from "./read-archive";
import { asideOf, type Folders, movesFor, type Places, placesOf } from "./restore-places";
import { claim, release, swap } from "./swap";

export type Target = Folders & Pick<Env, "APP_SECRET" | "DATABASE_URL">;

export interface Restored {
  manifest: Manifest;
  /** Folders that hold what was there before. */
  aside: string[];
}

/**
 * Puts a backup in the place of what the folders hold, or leaves all as it was. Everything is unpacked, checked and loaded
 * beside the old data; only then names are changed, and the old data stays under new ones.
 */
export async function restore(file: string, target: Target): Promise<Restored> {
  const { DATA_DIR, DATABASE_URL } = target;
  const places = placesOf(target);
  claim(DATA_DIR, [places.draft, places.uploadsDraft]);
  try {
    if (!DATABASE_URL && isInUse(DATA_DIR))
      throw new Error(`Muster is running on ${DATA_DIR}. Stop all its processes, then restore.`);
    const accept = async (manifest: Manifest) => {
      checkMigrations(manifest);
      checkRoom(manifest, target);
      return places.staging;
    };
    const { manifest } = await readArchive(file, accept);
    checkSecret(manifest, target, places.staging);
    const aside = DATABASE_URL
      ? await restoreOwn(manifest, DATABASE_URL, target, places)
      : await restoreEmbedded(manifest, target, places);
    return { manifest, aside };
  } finally {
    release(DATA_DIR);
  }
}

/** The migrations that the backup was made at, and those that came later. */
function checkMigrations({ migrations, version }: Manifest): Compared {
  try {
    return compareMigrations(knownMigrations(), migrations);
  } catch (error) {
    if (!(error instanceof MigrationMismatch)) throw error;
    if (error.kind === "edited") throw new ArchiveError(error.message);
    throw new ArchiveError(
      `This backup was made by Muster ${version}, whose database this one does not know. Restore it with that version or a newer one.`,
    );
  }
}

function checkRoom({ entries }: Manifest, { DATA_DIR }: Target): void {
  // The rows twice: as the archive has them, and in the database.
  const needed = entries.reduce((sum, { name, size }) => sum + (name.startsWith("database/") ? 3 * size : size), 0);
  const { bavail, bsize } = statfsSync(DATA_DIR);
  if (bavail * bsize < needed)
    throw new Error(
      `Restoring needs about ${formatBytes(needed)} of free disk, and ${DATA_DIR} has ${formatBytes(bavail * bsize)}.`,
    );
}

function checkSecret({ parts, secretCheck }: Manifest, { APP_SECRET, DATA_DIR }: Target, staging: Staging): void {
  if (secretCheck === null) return;
  const brought = parts.includes("secret") ? readSecretFile(staging.secret) : undefined;
  const secret = APP_SECRET ?? brought ?? readSecretFile(secretFile(DATA_DIR));
  if (secret !== undefined && checkValueOf(secret) === secretCheck) return;
  if (APP_SECRET)
    throw new ArchiveError(
      brought
        ? "APP_SECRET is not the secret of this backup, which brings its own: restore without APP_SECRET."
        : "APP_SECRET is not the secret that this backup was written with. Set it to that one.",
    );
  throw new ArchiveError(
    "This backup was written with an APP_SECRET that is not in it. Set APP_SECRET to that one, then restore.",
  );
}

async function fill(client: ClientBase, manifest: Manifest, { database }: Staging): Promise<void> {
  const { applied, missing } = checkMigrations(manifest);
  const rows = async ({ name }: { name: string }) => createReadStream(join(database, name));
  await loadDatabase(client, { migrations: applied, tables: manifest.tables, rows });
  if ((await readSecretCheck(client)) !== manifest.secretCheck)
    throw new ArchiveError("The archive is damaged: it names another secret than its data.");
  await applyMigrations(client, missing);
}

async function restoreEmbedded(manifest: Manifest, target: Target, places: Places): Promise<string[]> {
  // Passed by the user that PostgreSQL runs as.
  chmodSync(places.draft, 0o711);
  const { pool, close } = await connectEmbedded(places.draft);
  try {
    const client = await pool.connect();
    await inTransaction(client, () => fill(client, manifest, places.staging)).finally(() => client.release(true));
  } finally {
    await close();
  }
  const moves = movesFor(manifest.parts, target, places);
  swap(target.DATA_DIR, moves);
  return asideOf(places);
}

/** The files change places before the commit: what fails until then leaves both as they were. */
async function restoreOwn(manifest: Manifest, url: string, target: Target, places: Places): Promise<string[]> {
  const { pool, close } = await connectOwn(url);
  let undo = () => {};
  try {
    const client = await pool.connect();
    const work = async () => {
      if (!(await isEmpty(client)))
        throw new Error(
          "The database of DATABASE_URL is not empty. Make a new one and name that; the old one stays as it is.",
        );
      await fill(client, manifest, places.staging);
      const files = manifest.parts.filter((part) => part !== "database");
      undo = swap(target.DATA_DIR, movesFor(files, target, places));
    };
    await inTransaction(client, work).finally(() => client.release(true));
  } catch (error) {
    undo();
    throw error;
  } finally {
    await close();
  }
  return asideOf(places);
}
