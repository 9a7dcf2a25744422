import { chmodSync, createReadStream, statfsSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { formatBytes } from "@/lib/utils/text/bytes";
import { computeCheckValue, readSecretFile, secretFile } from "../../platform/crypto/secret";
import { connectEmbedded, connectOwn } from "../../platform/db/connection/connect";
import { inTransaction } from "../../platform/db/connection/transaction";
import { readSecretCheck } from "../../platform/db/copy/dump";
import { isEmpty, loadDatabase } from "../../platform/db/copy/load";
import { isInUse } from "../../platform/db/embedded/embedded-in-use";
import { type Compared, compareMigrations, MigrationMismatch } from "../../platform/db/migrate/compare-migrations";
import { applyMigrations, knownMigrations } from "../../platform/db/migrate/migrations";
import type { Env } from "../../platform/env/env";
import { objectFileStore } from "../../platform/storage/stores/object-store";
import { ArchiveError } from "../../platform/storage/tar";
import type { Manifest } from "./manifest";
import { readArchive, type Staging } from "./read-archive";
import { createRestorePaths, type Folders, listAsideFolders, planMoves, type RestorePaths } from "./restore-paths";
import { claim, release, swap } from "./swap";
import { uploadRestored } from "./upload-restored";

type Target = Folders & Pick<Env, "APP_SECRET" | "DATABASE_URL" | "DATABASE_DIRECT_URL">;

interface Restored {
  manifest: Manifest;
  /** Folders with the previous data. */
  aside: string[];
}

/**
 * Replaces the folders' contents by a backup, or changes nothing. Everything is unpacked, verified and loaded first; then
 * folders are renamed, and the previous data remains under new names.
 */
export async function restore(file: string, target: Target): Promise<Restored> {
  const { DATA_DIR, DATABASE_URL } = target;
  const paths = createRestorePaths(target);
  claim(DATA_DIR, [paths.draft, paths.uploadsDraft]);
  try {
    if (!DATABASE_URL && isInUse(DATA_DIR))
      throw new Error(`Muster is running on ${DATA_DIR}. Stop all its processes, then run this command again.`);
    const accept = async (manifest: Manifest) => {
      checkMigrations(manifest);
      requireDiskSpace(manifest, target);
      // Before files are added to object storage.
      if (DATABASE_URL) await requireEmptyDatabase(DATABASE_URL);
      return paths.staging;
    };
    const { manifest } = await readArchive(file, accept);
    checkSecret(manifest, target, paths.staging);
    if (target.STORAGE_URL) await uploadRestored(manifest, paths.staging.uploads, objectFileStore(target.STORAGE_URL));
    const aside = DATABASE_URL
      ? await restoreOwn(manifest, target.DATABASE_DIRECT_URL ?? DATABASE_URL, target, paths)
      : await restoreEmbedded(manifest, target, paths);
    return { manifest, aside };
  } finally {
    release(DATA_DIR);
  }
}

/** The backup's migrations, and later ones. */
function checkMigrations({ migrations, version }: Manifest): Compared {
  try {
    return compareMigrations(knownMigrations(), migrations);
  } catch (error) {
    if (!(error instanceof MigrationMismatch)) throw error;
    if (error.kind === "edited") throw new ArchiveError(error.message);
    throw new ArchiveError(
      `This backup was created by Muster ${version}, which this version can't read. Restore it with that version or a newer one.`,
    );
  }
}

function requireDiskSpace({ entries }: Manifest, { DATA_DIR }: Target): void {
  // Rows need space twice: in the archive's form, and in the database.
  const needed = entries.reduce((sum, { name, size }) => sum + (name.startsWith("database/") ? 3 * size : size), 0);
  const { bavail, bsize } = statfsSync(DATA_DIR);
  if (bavail * bsize < needed)
    throw new Error(
      `Restoring requires about ${formatBytes(needed)} of free disk space, but ${DATA_DIR} has ${formatBytes(bavail * bsize)}.`,
    );
}

function checkSecret({ parts, secretCheck }: Manifest, { APP_SECRET, DATA_DIR }: Target, staging: Staging): void {
  if (secretCheck === null) return;
  const brought = parts.includes("secret") ? readSecretFile(staging.secret) : undefined;
  const secret = APP_SECRET ?? brought ?? readSecretFile(secretFile(DATA_DIR));
  if (secret !== undefined && computeCheckValue(secret) === secretCheck) return;
  if (APP_SECRET)
    throw new ArchiveError(
      brought
        ? "APP_SECRET doesn't match the secret included in this backup. Restore without APP_SECRET."
        : "APP_SECRET doesn't match the secret that this backup was created with. Set it to that secret.",
    );
  throw new ArchiveError(
    "This backup was created with an APP_SECRET that isn't included. Set APP_SECRET to that secret, then run this command again.",
  );
}

async function loadInto(client: ClientBase, manifest: Manifest, { database }: Staging): Promise<void> {
  const { applied, missing } = checkMigrations(manifest);
  const rows = async ({ name }: { name: string }) => createReadStream(join(database, name));
  await loadDatabase(client, { migrations: applied, tables: manifest.tables, rows });
  if ((await readSecretCheck(client)) !== manifest.secretCheck)
    throw new ArchiveError("The archive is damaged: its secret doesn't match its data.");
  await applyMigrations(client, missing);
}

async function restoreEmbedded(manifest: Manifest, target: Target, paths: RestorePaths): Promise<string[]> {
  // Traversable for PostgreSQL's user.
  chmodSync(paths.draft, 0o711);
  const { pool, close } = await connectEmbedded(paths.draft);
  try {
    const client = await pool.connect();
    await inTransaction(client, () => loadInto(client, manifest, paths.staging)).finally(() => client.release(true));
  } finally {
    await close();
  }
  const moves = planMoves(manifest.parts, target, paths);
  swap(target.DATA_DIR, moves);
  return listAsideFolders(paths);
}

async function requireEmptyDatabase(url: string): Promise<void> {
  const { pool, close } = await connectOwn(url);
  try {
    const client = await pool.connect();
    await requireEmpty(client).finally(() => client.release(true));
  } finally {
    await close();
  }
}

async function requireEmpty(client: ClientBase): Promise<void> {
  if (!(await isEmpty(client)))
    throw new Error(
      "The database at DATABASE_URL isn't empty. Create a new one and use it; the old one isn't changed.",
    );
}

/** Files are swapped before the commit: an earlier failure leaves both unchanged. */
async function restoreOwn(manifest: Manifest, url: string, target: Target, paths: RestorePaths): Promise<string[]> {
  const { pool, close } = await connectOwn(url);
  let undo = () => {};
  try {
    const client = await pool.connect();
    const work = async () => {
      await requireEmpty(client);
      await loadInto(client, manifest, paths.staging);
      const files = manifest.parts.filter((part) => part !== "database");
      undo = swap(target.DATA_DIR, planMoves(files, target, paths));
    };
    await inTransaction(client, work).finally(() => client.release(true));
  } catch (error) {
    undo();
    throw error;
  } finally {
    await close();
  }
  return listAsideFolders(paths);
}
