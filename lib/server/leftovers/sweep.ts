import type { Db } from "../db/client";
import { log } from "../log";
import { removeLeftovers } from "../storage/remove-leftovers";
import { leftoverPlaces } from "./places";
import { sweepUploads } from "./uploads";
import { sweepVectorTables } from "./vector-tables";

const startMs = 10_000;

/** Removes temporary files and drafts of processes that were killed. Throws nothing: a start goes on without it. */
export async function sweepFiles(signal: AbortSignal): Promise<void> {
  const removed = await removeLeftovers(leftoverPlaces(), signal);
  if (removed.length > 0) log().info({ removed }, "what killed processes left was removed");
}

/** Before anything is written: a full disk may be full of these. What takes longer is left to the hourly pass. */
export const sweepFilesAtStart = (): Promise<void> =>
  sweepFiles(AbortSignal.timeout(startMs)).catch((error: unknown) =>
    log().warn({ err: error }, "removing what killed processes left failed"),
  );

/** Removes stored files and vectors that no row tells of, and reports rows whose file is gone. */
export async function sweepStored(db: Db, signal: AbortSignal): Promise<void> {
  await sweepUploads(db, signal);
  await sweepVectorTables(db, signal);
}
