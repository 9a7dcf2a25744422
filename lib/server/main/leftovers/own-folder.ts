import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "../../platform/db/client";
import { getDatabaseId } from "../../platform/db/database-id";
import { earliestFileSystemTime } from "../../platform/disk/file-clock";
import { isErrno } from "../../platform/errors/errno";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import { databaseNotes } from "../../platform/storage/database-notes";

/** Time for an operator to notice a wrong database or folder. */
const safetyMs = 24 * 3_600_000;

function warnOnce(about: string, fields: object, sentence: string): void {
  const warned = singleton("own-folder-warnings", () => new Set<string>());
  if (warned.has(about)) return;
  warned.add(about);
  log().warn(fields, sentence);
}

/** Records in a folder that it contains files of this database. Returns where databases are recorded. */
export async function recordDatabase(db: Db, folder: string): Promise<{ notes: string; id: string }> {
  const id = await getDatabaseId(db);
  const notes = join(/* turbopackIgnore: true */ folder, databaseNotes);
  await mkdir(notes, { recursive: true, mode: 0o700 });
  await writeFile(join(notes, id), "", { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    if (!isErrno(error, "EEXIST")) throw error;
  });
  return { notes, id };
}

/**
 * Whether files without a row may be deleted from a folder: only while no other database is recorded there, and this one has
 * been for a day. An empty database at a mistyped URL has no rows at all.
 */
export async function isOwnFolder(db: Db, folder: string): Promise<boolean> {
  const { notes, id } = await recordDatabase(db, folder);
  const others = (await readdir(notes)).filter((found) => found !== id);
  const since = async () => (await stat(join(notes, id))).mtimeMs;
  if (others.length === 0) return (await earliestFileSystemTime(folder)) - (await since()) > safetyMs;
  const sentence = `Several databases have files in ${folder}, so no files are removed. In ${notes}, delete the marker files of databases that no longer exist. Each is named after the ID of its database. The ID of this database is ${id}.`;
  warnOnce(folder, { folder }, sentence);
  return false;
}
