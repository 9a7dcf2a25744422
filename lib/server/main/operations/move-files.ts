import { join } from "node:path";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { makeTemporaryFolder } from "../../platform/disk/work-folder";
import { inParallel } from "../../platform/lifecycle/in-parallel";
import type { FileStore } from "../../platform/storage/stores/store";
import { downloadFile, filesAtOnce, listFiles } from "./copy-store";

const reportEveryMs = 2_000;

interface Moved {
  /** Files that are now in the target, those that were there before included. */
  files: number;
  copied: number;
  copiedBytes: number;
}

/**
 * Copies all files from one store to another, which may be in use. Those that the target has are skipped, so that the next run
 * continues one that was interrupted. Reports progress.
 */
export async function moveFiles(from: FileStore, to: FileStore, report: (line: string) => void): Promise<Moved> {
  if (from.place === to.place) throw new Error(`Files are already stored in ${to.place}.`);
  await to.check();
  let total = 0;
  for await (const _key of listFiles(from)) total += 1;
  const moved: Moved = { files: 0, copied: 0, copiedBytes: 0 };
  const show = () =>
    report(
      `  ${moved.files} of ${pluralize(total, "file")}, ${moved.copied} copied (${formatBytes(moved.copiedBytes)})`,
    );
  const timer = setInterval(show, reportEveryMs);
  const { path: folder, remove } = await makeTemporaryFolder("move-");
  try {
    await inParallel(listFiles(from), filesAtOnce, async (key) => {
      const bytes = await copyFile(from, to, key, join(folder, key));
      if (bytes === undefined) return;
      moved.files += 1;
      if (bytes === null) return;
      moved.copied += 1;
      moved.copiedBytes += bytes;
    });
  } finally {
    clearInterval(timer);
    await remove();
  }
  show();
  return moved;
}

/** Returns the bytes copied; null if the target has the file; undefined if the source no longer has it. */
async function copyFile(from: FileStore, to: FileStore, key: string, path: string): Promise<number | null | undefined> {
  const [source, before] = [await from.stat(key), await to.stat(key)];
  if (!source) return undefined;
  if (before && isSame(source, before)) return null;
  const size = await downloadFile(from, key, path);
  if (size === undefined) return undefined;
  // Hashes the file if the target records that.
  await to.putFile(key, path);
  const after = await to.stat(key);
  if (!after || !isSame({ size, sha256: source.sha256 }, after))
    throw new Error(`${key} was not copied correctly to ${to.place}.`);
  return size;
}

interface Facts {
  size: number;
  sha256?: string | undefined;
}

const isSame = (a: Facts, b: Facts): boolean =>
  a.size === b.size && (a.sha256 === undefined || b.sha256 === undefined || a.sha256 === b.sha256);
