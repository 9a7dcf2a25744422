import { isCommitUnknown } from "../db/after-commit";
import { log } from "../log";
import { fileStore } from "./file-store";

/** Removes stored files that no row names any more. What fails is logged, and the hourly removal of unnamed files takes it. */
export async function removeFiles(keys: readonly string[]): Promise<void> {
  const remove = (key: string) =>
    fileStore()
      .delete(key)
      .catch((error: unknown) => log().warn({ err: error, key }, "a stored file could not be removed"));
  await Promise.all(keys.map(remove));
}

/**
 * Removes files that were stored for a transaction that has failed with this error. Where its commit may have been carried
 * out they stay: a row may name them, and where none does, the hourly removal of unnamed files takes them.
 */
export async function removeUncommitted(keys: readonly string[], error: unknown): Promise<void> {
  if (!isCommitUnknown(error)) await removeFiles(keys);
}
