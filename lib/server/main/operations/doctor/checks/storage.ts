import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fileStore } from "../../../../platform/storage/file-store";
import { newProbeKey } from "../../../../platform/storage/probe-key";
import { type Check, ok, optional, problem } from "./finding";

const probeBytes = 8_192;

/** Host and path only: the query may contain keys. */
function toPlace(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

export const storageCheck: Check = {
  name: "Storage",
  remedy: "Check UPLOADS_DIR or STORAGE_URL, the credentials and their permissions to write, read and delete.",
  async run({ variables: { STORAGE_URL }, env: { UPLOADS_DIR } }) {
    const place = STORAGE_URL ? toPlace(STORAGE_URL) : UPLOADS_DIR;
    if (!STORAGE_URL && !existsSync(UPLOADS_DIR))
      return [optional(`${place} doesn't exist yet.`, "Start Muster, which creates it.")];
    const store = fileStore();
    const key = newProbeKey();
    const written = randomBytes(probeBytes);
    try {
      await store.put(key, written);
      if (Buffer.compare(written, await store.bytes(key)) !== 0)
        return [
          problem(
            `An object in ${place} was read back with different content.`,
            "Check the disk or the storage service.",
          ),
        ];
    } finally {
      await store.delete(key);
    }
    if (await store.exists(key))
      return [
        problem(`An object in ${place} still exists after its deletion.`, "Allow Muster to delete objects there."),
      ];
    return [ok(`An object was written, read and deleted in ${place}.`)];
  },
};
