import { randomBytes } from "node:crypto";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { fromEnv } from "../env/env";
import { isErrno } from "../errors/errno";

interface StoredFile {
  size: number;
  modified: Date;
  stream: () => Promise<Readable>;
}

/** Stores uploads, icons and large event bodies. Keys are created by `newFileKey`, never from user-provided names. */
export interface FileStore {
  put: (key: string, contents: string | Uint8Array) => Promise<void>;
  /** Moves a local file into the store, such as an upload. */
  putFile: (key: string, path: string) => Promise<void>;
  /** Undefined if it does not exist. */
  get: (key: string) => Promise<StoredFile | undefined>;
  bytes: (key: string) => Promise<Uint8Array>;
  exists: (key: string) => Promise<boolean>;
  /** The keys of all files in one folder, such as `icons`, unordered. */
  keys: (folder: string) => AsyncIterable<string>;
  /** A missing file is not an error. */
  delete: (key: string) => Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9_-]*(?:\/[a-z0-9][a-z0-9_-]*)*(?:\.[a-z0-9]{1,10})?$/i;

function requireValidKey(key: string): string {
  if (!KEY.test(key) || key.length > 200) throw new Error("This is not a valid key of a stored file.");
  return key;
}

/** An unguessable key, e.g. `icons/3f…9c.webp`. */
export const newFileKey = (folder: string, extension?: string): string =>
  requireValidKey(`${folder}/${randomBytes(16).toString("hex")}${extension ? `.${extension}` : ""}`);

export function localFileStore(location: string): FileStore {
  const disk = new Disk(new FSDriver({ location, visibility: "private" }));
  const exists = (key: string): Promise<boolean> => disk.exists(requireValidKey(key));
  return {
    put: (key, contents) => disk.put(requireValidKey(key), contents),
    putFile: (key, path) => disk.moveFromFs(path, requireValidKey(key)),
    async get(key) {
      if (!(await exists(key))) return undefined;
      const { contentLength, lastModified } = await disk.getMetaData(key);
      return { size: contentLength, modified: lastModified, stream: () => disk.getStream(key) };
    },
    bytes: (key) => disk.getBytes(requireValidKey(key)),
    exists,
    keys: (folder) => listKeys(location, requireValidKey(folder)),
    delete: (key) => disk.delete(requireValidKey(key)),
  };
}

async function* listKeys(location: string, folder: string): AsyncIterable<string> {
  const entries = await opendir(join(/* turbopackIgnore: true */ location, folder)).catch((error: unknown) => {
    if (!isErrno(error, "ENOENT")) throw error;
  });
  for await (const entry of entries ?? []) {
    const key = `${folder}/${entry.name}`;
    if (entry.isFile() && KEY.test(key)) yield key;
  }
}

/** This server's store: the folder `UPLOADS_DIR`. */
export const fileStore = fromEnv(({ STORAGE_URL, UPLOADS_DIR }): FileStore => {
  if (STORAGE_URL) throw new Error("STORAGE_URL is set, but files are stored only in UPLOADS_DIR. Unset STORAGE_URL.");
  return localFileStore(UPLOADS_DIR);
});
