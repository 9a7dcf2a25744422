import { randomBytes } from "node:crypto";
import { fromEnv } from "../env/env";
import { type FileFolder, requireValidKey } from "./stores/file-key";
import { localFileStore } from "./stores/local-store";
import { objectFileStore } from "./stores/object-store";
import type { FileStore } from "./stores/store";

/** An unguessable key, e.g. `icons/3f…9c.webp`. */
export const newFileKey = (folder: FileFolder, extension?: string): string =>
  requireValidKey(`${folder}/${randomBytes(16).toString("hex")}${extension ? `.${extension}` : ""}`);

/** This server's store: the bucket of `STORAGE_URL`, or else the folder `UPLOADS_DIR`. */
export const fileStore = fromEnv(
  ({ STORAGE_URL, UPLOADS_DIR }): FileStore =>
    STORAGE_URL ? objectFileStore(STORAGE_URL) : localFileStore(UPLOADS_DIR),
);
