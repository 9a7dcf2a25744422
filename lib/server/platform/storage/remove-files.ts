import { setTimeout as sleep } from "node:timers/promises";
import { isCommitUnknown } from "../db/after-commit";
import { inParallel } from "../lifecycle/in-parallel";
import { log } from "../log/log";
import { fileStore } from "./file-store";

const concurrency = 16;
/** Long deletions continue in the background. */
const patienceMs = 5_000;

/** Deletes files that are no longer referenced. Failures are logged, and the hourly sweep retries. */
export async function removeFiles(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const remove = (key: string) =>
    fileStore()
      .delete(key)
      .catch((error: unknown) => log().warn({ err: error, key }, "a stored file could not be removed"));
  await Promise.race([inParallel(keys, concurrency, remove), sleep(patienceMs, undefined, { ref: false })]);
}

/**
 * Deletes files stored for a failed transaction. If it may have been committed, they remain: a row may reference them, and
 * otherwise the hourly sweep deletes them.
 */
export async function removeFilesOnRollback(keys: readonly string[], error: unknown): Promise<void> {
  if (!isCommitUnknown(error)) await removeFiles(keys);
}
