import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { requireWritableFolder } from "../../disk/require-writable";
import { isErrno } from "../../errors/errno";
import { folderMarkers } from "./database-markers";
import { isValidKey, requireValidKey } from "./file-key";
import type { FileStore } from "./store";

/** Files in a folder of this machine. */
export function localFileStore(location: string): FileStore {
  const disk = new Disk(new FSDriver({ location, visibility: "private" }));
  const exists = (key: string): Promise<boolean> => disk.exists(requireValidKey(key));
  const stat = async (key: string) => {
    if (!(await exists(key))) return undefined;
    const { contentLength, lastModified } = await disk.getMetaData(key);
    return { size: contentLength, modified: lastModified };
  };
  return {
    place: location,
    check: () => requireWritableFolder("UPLOADS_DIR", location),
    put: (key, contents) => disk.put(requireValidKey(key), contents),
    putFile: (key, path) => disk.moveFromFs(path, requireValidKey(key)),
    async get(key) {
      const found = await stat(key);
      return found && { ...found, stream: () => disk.getStream(key) };
    },
    stat,
    bytes: (key) => disk.getBytes(requireValidKey(key)),
    exists,
    keys: (folder) => listKeys(location, requireValidKey(folder)),
    shared: false,
    ordered: false,
    delete: (key) => disk.delete(requireValidKey(key)),
    markers: folderMarkers(location),
  };
}

async function* listKeys(location: string, folder: string): AsyncIterable<string> {
  const entries = await opendir(join(/* turbopackIgnore: true */ location, folder)).catch((error: unknown) => {
    if (!isErrno(error, "ENOENT")) throw error;
  });
  for await (const entry of entries ?? []) {
    const key = `${folder}/${entry.name}`;
    if (entry.isFile() && isValidKey(key)) yield key;
  }
}
