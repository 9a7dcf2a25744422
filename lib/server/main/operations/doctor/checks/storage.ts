import { existsSync } from "node:fs";
import { fileStore } from "../../../../platform/storage/file-store";
import { type Check, ok, optional } from "./finding";

/** Less than a check of the doctor may take. */
const patienceMs = 5_000;

export const storageCheck: Check = {
  name: "Storage",
  remedy: "Check UPLOADS_DIR or STORAGE_URL, the credentials and their permissions to list, write, read and delete.",
  async run({ env: { STORAGE_URL, UPLOADS_DIR } }, signal) {
    if (!STORAGE_URL && !existsSync(UPLOADS_DIR))
      return [optional(`${UPLOADS_DIR} doesn't exist yet.`, "Start Muster, which creates it.")];
    const store = fileStore();
    await store.check({ patienceMs, signal });
    return [ok(`A file was stored and deleted in ${store.place}.`)];
  },
};
