import { createWriteStream } from "node:fs";
import { mkdir, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { formatBytes } from "@/lib/utils/text/bytes";
import { inParallel } from "../../platform/lifecycle/in-parallel";
import { fileFolders } from "../../platform/storage/stores/file-key";
import type { FileStore } from "../../platform/storage/stores/store";
import type { LinkedTree } from "./link-tree";

/** Files under way at a time. */
export const filesAtOnce = 16;
/** Left for a server on the same disk. */
const reserveBytes = 256 * 1024 * 1024;

/** All files of a store. */
export async function* listFiles(store: FileStore): AsyncIterable<string> {
  for (const folder of fileFolders) yield* store.keys(folder);
}

/** Downloads a file, and returns its size; undefined when it no longer exists. */
export async function downloadFile(store: FileStore, key: string, path: string): Promise<number | undefined> {
  const found = await store.get(key);
  if (!found) return undefined;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await requireSpace(dirname(path), found.size);
  await pipeline(await found.stream(), createWriteStream(path, { mode: 0o600 }));
  return found.size;
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free - bytes < reserveBytes)
    throw new Error(`Files from storage need more disk space than the ${formatBytes(free)} that is free in ${folder}.`);
}

/** Like `linkTree`, for files that are not on this machine: copies them into a folder, which its owner removes. */
export function copyStore(store: FileStore, folder: string): LinkedTree {
  const files = new Map<string, string>();
  const take = async (key: string) => {
    const path = join(folder, key);
    if (!files.has(key) && (await downloadFile(store, key, path)) !== undefined) files.set(key, path);
  };
  return {
    refresh: () => inParallel(listFiles(store), filesAtOnce, take),
    files: () => files,
    remove: async () => undefined,
  };
}
