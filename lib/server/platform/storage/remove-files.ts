import { isCommitUnknown } from "../db/after-commit";
import { log } from "../log/log";
import { fileStore } from "./file-store";

/** Deletes files that are no longer referenced. Failures are logged, and the hourly sweep retries. */
export async function removeFiles(keys: readonly string[]): Promise<void> {
  const remove = (key: string) =>
    fileStore()
      .delete(key)
      .catch((error: unknown) => log().warn({ err: error, key }, "a stored file could not be removed"));
  await Promise.all(keys.map(remove));
}

/**
 * Deletes files stored for a failed transaction. If it may have been committed, they remain: a row may reference them, and
 * otherwise the hourly sweep deletes them.
 */
export async function removeFilesOnRollback(keys: readonly string[], error: unknown): Promise<void> {
  if (!isCommitUnknown(error)) await removeFiles(keys);
}
