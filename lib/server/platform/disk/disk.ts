import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "../env/env";
import { isCausedByErrno, isErrno } from "../errors/errno";
import { AppError } from "../errors/errors";
import { cacheFor } from "../process/cache-for";

const megabyte = 1_048_576;
/** Error codes of a full disk or quota, including PostgreSQL's. */
const fullCodes = ["ENOSPC", "EDQUOT", "53100"];

/** Error codes of storage failures that may be temporary. */
const passingCodes = ["EIO", "EROFS", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY", "ETIMEDOUT", "ESTALE"];

const sentence =
  "The server's disk is nearly full, so nothing can be saved right now. Nothing was changed. Delete what you don't need, or ask the server administrator to free space.";

export const fullError = (cause?: unknown): AppError => new AppError("full", sentence, { cause });

/** Whether an operation failed because this server's or the database's disk is full. */
export const isFullFailure = (error: unknown): boolean => isCausedByErrno(error, fullCodes);

/** Whether a file operation failed for a possibly temporary reason. */
export const isStorageFailure = (error: unknown): boolean => isCausedByErrno(error, [...fullCodes, ...passingCodes]);

/** Returns the minimum free bytes of the data folder, the embedded database and uploads on disk. Cached for a second. */
export const freeBytes = cacheFor("disk", measure);

async function measure(): Promise<number> {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL, UPLOADS_DIR } = env();
  const folders = [DATA_DIR];
  if (!STORAGE_URL) folders.push(UPLOADS_DIR);
  if (!DATABASE_URL) folders.push(join(DATA_DIR, "postgres"));
  const readFree = (folder: string) =>
    readVolume(folder).then(
      ({ free }) => free,
      () => Number.POSITIVE_INFINITY,
    );
  return Math.min(...(await Promise.all(folders.map(readFree))));
}

interface Volume {
  /** Bytes. */
  free: number;
  /** The number of files that it can have; 0 without a limit. */
  files: number;
  filesFree: number;
}

/** The file system of a folder, or of the nearest one above it that exists. */
export async function readVolume(folder: string): Promise<Volume> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(/* turbopackIgnore: true */ folder);
    return { free: bavail * bsize, files, filesFree: ffree };
  } catch (error) {
    const above = dirname(folder);
    if (isErrno(error, "ENOENT") && above !== folder) return readVolume(above);
    throw error;
  }
}

/** Whether writing `more` bytes would use up the reserve of DISK_RESERVE_MB. */
export async function isDiskFull(more = 0, refresh = false): Promise<boolean> {
  const { DISK_RESERVE_MB } = env();
  return DISK_RESERVE_MB > 0 && (await freeBytes(refresh)) - more < DISK_RESERVE_MB * megabyte;
}

/** Throws before writes on a nearly full disk. The reserve lets active runs and the database finish cleanly. */
export async function requireDiskSpace(more = 0, refresh = false): Promise<void> {
  if (await isDiskFull(more, refresh)) throw fullError();
}
