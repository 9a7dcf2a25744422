import { join } from "node:path";
import { inParallel } from "../../platform/lifecycle/in-parallel";
import type { FileStore } from "../../platform/storage/stores/store";
import { filesAtOnce } from "./copy-store";
import { type Manifest, splitEntryName } from "./manifest";

/**
 * Adds the files of a backup to object storage. Files have random names and never change, so that what is there already is kept,
 * the rest of an interrupted restore is added by the next one, and nothing has to be set aside.
 */
export async function uploadRestored(
  { entries }: Pick<Manifest, "entries">,
  folder: string,
  store: FileStore,
): Promise<void> {
  const files = entries.filter(({ name }) => splitEntryName(name).part === "uploads");
  await inParallel(files, filesAtOnce, async ({ name, size, sha256 }) => {
    const { path } = splitEntryName(name);
    const known = await store.stat(path);
    if (!known) return store.putFile(path, join(folder, path));
    if (known.size !== size || (known.sha256 ?? sha256) !== sha256)
      throw new Error(`${path} in ${store.place} has different content than in the backup. Restore to another prefix.`);
  });
}
