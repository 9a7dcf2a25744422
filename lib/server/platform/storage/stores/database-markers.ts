import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { earliestFileSystemTime } from "../../disk/file-clock";
import { isErrno } from "../../errors/errno";

/** A subfolder that records the databases using a file folder. */
export const databaseNotes = ".databases";

/** One marker for each database that has files in a place, named after the database's ID. */
export interface DatabaseMarkers {
  /** Where the files are. */
  place: string;
  /** Where the markers are. */
  notes: string;
  /** An existing one remains as it is. */
  add: (id: string) => Promise<void>;
  list: () => Promise<string[]>;
  /** In milliseconds since 1970. */
  modified: (id: string) => Promise<number>;
  /** The place's current time, or an earlier one. */
  now: () => Promise<number>;
}

export function folderMarkers(folder: string): DatabaseMarkers {
  const notes = join(/* turbopackIgnore: true */ folder, databaseNotes);
  return {
    place: folder,
    notes,
    async add(id) {
      await mkdir(notes, { recursive: true, mode: 0o700 });
      await writeFile(join(notes, id), "", { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
        if (!isErrno(error, "EEXIST")) throw error;
      });
    },
    list: () => readdir(notes),
    modified: async (id) => (await stat(join(notes, id))).mtimeMs,
    now: () => earliestFileSystemTime(folder),
  };
}
