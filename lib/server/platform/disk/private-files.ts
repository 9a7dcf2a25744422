import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { env } from "../env/env";

const sticky = 0o1000;

/** Makes new files of this process and its children private, whatever the umask was. */
export const restrictNewFiles = (): void => void process.umask(0o077);

/** The same, and restricts the data and uploads folders, which may contain files of older versions. */
export function restrictFolders(): void {
  const { DATA_DIR, UPLOADS_DIR, DATABASE_URL, STORAGE_URL } = env();
  restrictNewFiles();
  // As root, PostgreSQL runs as another user and must be able to traverse the data folder.
  const embedded = !DATABASE_URL || existsSync(join(/* turbopackIgnore: true */ DATA_DIR, "postgres"));
  const passed = embedded && process.getuid?.() === 0;
  restrictFolder(DATA_DIR, passed ? 0o711 : 0o700);
  if (!STORAGE_URL) restrictFolder(UPLOADS_DIR, 0o700);
}

/**
 * Removes permissions beyond `maxMode` from a folder, and those of other users from its entries. Folders of other users, and
 * shared ones such as /tmp, are unchanged.
 */
export function restrictFolder(folder: string, maxMode: number): void {
  if (!restrictMode(folder, maxMode)) return;
  for (const entry of readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    // Folders set aside by a restore contain a database too.
    const aside = existsSync(join(/* turbopackIgnore: true */ path, "postgres"));
    if (entry.isDirectory()) restrictMode(path, aside ? maxMode : 0o700);
  }
}

function restrictMode(folder: string, maxMode: number): boolean {
  const { mode, uid } = statSync(/* turbopackIgnore: true */ folder);
  if (uid !== process.getuid?.() || mode & sticky) return false;
  if (mode & 0o777 & ~maxMode) chmodSync(/* turbopackIgnore: true */ folder, mode & maxMode);
  return true;
}
