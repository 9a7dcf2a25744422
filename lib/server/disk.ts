import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isCausedBy, isErrno } from "./db/errno";
import { env } from "./env";
import { AppError } from "./http/errors";
import { lookSeldom } from "./look-seldom";

const megabyte = 1_048_576;
/** The system's codes for a disk or a quota without room, and PostgreSQL's. */
const fullCodes = ["ENOSPC", "EDQUOT", "53100"];

/** Other codes of storage that may work again a moment later. */
const passingCodes = ["EIO", "EROFS", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY", "ETIMEDOUT", "ESTALE"];

const sentence =
  "The server's disk is nearly full, so nothing can be saved at the moment. Nothing was changed. Delete what you do not need, or ask whoever runs the server to make room.";

export const fullError = (cause?: unknown): AppError => new AppError("full", sentence, { cause });

/** Did this fail because a disk has no room left, ours or the database's? */
export const isFullFailure = (error: unknown): boolean => isCausedBy(error, fullCodes);

/** Did a file fail to be written or read for a reason that may pass? */
export const isStorageTrouble = (error: unknown): boolean => isCausedBy(error, [...fullCodes, ...passingCodes]);

/** Bytes that are free where there are fewest: data folder, embedded database, uploads. At most a second old, or new. */
export const freeBytes = lookSeldom("disk", measure);

async function measure(): Promise<number> {
  const { DATA_DIR, DATABASE_URL, UPLOADS_DIR } = env();
  const folders = [DATA_DIR, UPLOADS_DIR, ...(DATABASE_URL ? [] : [join(DATA_DIR, "postgres")])];
  return Math.min(...(await Promise.all(folders.map(freeIn))));
}

/** Of the nearest folder that is there. One that cannot be asked refuses nothing. */
async function freeIn(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ folder);
    return bavail * bsize;
  } catch (error) {
    const above = dirname(folder);
    return isErrno(error, "ENOENT") && above !== folder ? freeIn(above) : Number.POSITIVE_INFINITY;
  }
}

/** Whether so many more bytes would go into what DISK_RESERVE_MB keeps free. */
export async function isDiskFull(more = 0, anew = false): Promise<boolean> {
  const { DISK_RESERVE_MB } = env();
  return DISK_RESERVE_MB > 0 && (await freeBytes(anew)) - more < DISK_RESERVE_MB * megabyte;
}

/** Refuses early what would be written. The reserve lets runs under way, and the database, end in good order. */
export async function requireRoom(more = 0, anew = false): Promise<void> {
  if (await isDiskFull(more, anew)) throw fullError();
}
