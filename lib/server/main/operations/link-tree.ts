import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeWorkFolder, type WorkFolder } from "../../platform/disk/work-folder";
import { isErrno } from "../../platform/errors/errno";
import { type LeftoverLocation, removeLeftovers } from "../../platform/storage/remove-leftovers";
import { plainPath } from "./manifest";

/** Prefix of a backup's hidden working folders. */
export const backupPrefix = ".backup-";

/** Leftovers of killed backups in a folder. */
export const backupLeftovers = (folder: string): LeftoverLocation => ({ what: "backups", folder, names: /^\.backup-/ });

export interface LinkedTree {
  /** Adds files created since the last time. */
  refresh(): Promise<void>;
  /** The current links by path below the folder. */
  files(): Map<string, string>;
  remove(): Promise<void>;
}

/**
 * Preserves a folder's files by hard links in a hidden folder, so that files deleted meanwhile remain until the backup is
 * written. Files are immutable, so a link is a copy. Copies where links are not supported.
 */
export async function linkTree(folder: string): Promise<LinkedTree> {
  await removeLeftovers([backupLeftovers(folder)], AbortSignal.timeout(10_000));
  const files = new Map<string, string>();
  let links: WorkFolder | undefined;
  const refresh = async () => {
    for (const path of await listPaths(folder)) {
      if (files.has(path)) continue;
      links ??= await makeWorkFolder(folder, backupPrefix);
      const to = join(links.path, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await linkOrCopy(join(folder, path), to)) files.set(path, to);
    }
  };
  return { refresh, files: () => files, remove: async () => links?.remove() };
}

/** False when the file no longer exists. */
async function linkOrCopy(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch((error: unknown) => {
      if (isErrno(error, "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "EXDEV")) return copyFile(from, to);
      throw error;
    });
    return true;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return false;
    throw error;
  }
}

/** Regular files, without hidden ones. LanceDB's manifests come before the data that they name. */
async function listPaths(folder: string, below = ""): Promise<string[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  });
  const order = (name: string) => (name === "_versions" ? 0 : 1);
  const paths: string[] = [];
  for (const entry of found.toSorted((a, b) => order(a.name) - order(b.name))) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.name.startsWith(".")) continue;
    if (!plainPath.test(path))
      throw new Error(`${join(folder, path)} isn't a file that Muster created. Move it elsewhere.`);
    if (entry.isDirectory()) paths.push(...(await listPaths(folder, path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}
