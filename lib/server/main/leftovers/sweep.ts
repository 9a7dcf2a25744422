import type { Db } from "../../platform/db/client";
import { log } from "../../platform/log/log";
import { removeLeftovers } from "../../platform/storage/remove-leftovers";
import { listLeftoverLocations } from "./locations";
import { sweepUploads } from "./uploads";
import { sweepVectorTables } from "./vector-tables";

const startMs = 10_000;

/** Deletes temporary files and drafts of killed processes. Never throws: startup continues without it. */
export async function sweepFiles(signal: AbortSignal): Promise<void> {
  const removed = await removeLeftovers(listLeftoverLocations(), signal);
  if (removed.length > 0) log().info({ removed }, "removed leftovers of killed processes");
}

/** Before anything is written, because these files may have filled the disk. The rest is left to the hourly sweep. */
export const sweepFilesAtStart = (): Promise<void> =>
  sweepFiles(AbortSignal.timeout(startMs)).catch((error: unknown) =>
    log().warn({ err: error }, "removing leftovers of killed processes failed"),
  );

/** Deletes unreferenced files and vectors, and reports rows whose file is missing. */
export async function sweepStored(db: Db, signal: AbortSignal): Promise<void> {
  await sweepUploads(db, signal);
  await sweepVectorTables(db, signal);
}
