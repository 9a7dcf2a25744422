import { log } from "../platform/log/log";
import { fileStore } from "../platform/storage/file-store";
import { findStoreError } from "../platform/storage/objects/store-error";

/** Throws if files can't be stored. A full bucket is only reported: files can be read, and deleted to make room. */
export async function checkStorage(): Promise<void> {
  try {
    await fileStore().check();
  } catch (error) {
    if (findStoreError(error)?.kind !== "full") throw error;
    log().error({ err: error }, "file storage is full");
  }
}
