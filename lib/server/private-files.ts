import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { env } from "./env";

const sticky = 0o1000;

/** From here on what this process and its children write is for its user alone, whatever the umask was. */
export const keepPrivate = (): void => void process.umask(0o077);

/** The same, and closes the data and uploads folders to other users: what older versions have written lies inside. */
export function closeFolders(): void {
  const { DATA_DIR, UPLOADS_DIR, DATABASE_URL } = env();
  keepPrivate();
  // As root, PostgreSQL runs as another user and has to pass the data folder, as long as there is a database in it.
  const embedded = !DATABASE_URL || existsSync(join(/* turbopackIgnore: true */ DATA_DIR, "postgres"));
  const passed = embedded && process.getuid?.() === 0;
  closeFolder(DATA_DIR, passed ? 0o711 : 0o700);
  closeFolder(UPLOADS_DIR, 0o700);
}

/**
 * Takes from a folder what is not in `most`, and from those in it all that is other users'. One that is not ours, or is
 * everybody's, such as /tmp, stays as it is, with all in it.
 */
export function closeFolder(folder: string, most: number): void {
  if (!close(folder, most)) return;
  for (const entry of readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })) {
    const path = join(/* turbopackIgnore: true */ folder, entry.name);
    // What a restore has put aside holds a database too.
    const aside = existsSync(join(/* turbopackIgnore: true */ path, "postgres"));
    if (entry.isDirectory()) close(path, aside ? most : 0o700);
  }
}

function close(folder: string, most: number): boolean {
  const { mode, uid } = statSync(/* turbopackIgnore: true */ folder);
  if (uid !== process.getuid?.() || mode & sticky) return false;
  if (mode & 0o777 & ~most) chmodSync(/* turbopackIgnore: true */ folder, mode & most);
  return true;
}
