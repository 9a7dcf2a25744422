import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Only root may mount, and not in every container. */
export const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;

export interface SmallDisk {
  folder: string;
  free(): number;
  /** Takes room until so many bytes are free. */
  fill(leaving: number): void;
  /** Gives that room back. */
  clear(): void;
  remove(): void;
}

/** `files`: how many files and folders it takes. */
export function smallDisk(megabytes: number, { files = 0 } = {}): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "muster-disk-"));
  const mounted = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${megabytes}m,nr_inodes=${files},mode=755`,
    "tmpfs",
    folder,
  ]);
  if (mounted.status !== 0) throw new Error(String(mounted.stderr));
  chmodSync(folder, 0o755);
  const ballast = join(folder, "ballast");
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    free,
    fill: (leaving) => writeFileSync(ballast, Buffer.alloc(Math.max(0, free() - leaving), 1)),
    clear: () => rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
