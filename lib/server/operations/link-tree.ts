import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isErrno } from "../db/errno";
import { type LeftoverPlace, removeLeftovers } from "../storage/remove-leftovers";
import { makeWorkFolder, type WorkFolder } from "../storage/work-folder";
import { plainPath } from "./manifest";

/** Of the hidden folders that a backup works in. */
export const backupPrefix = ".backup-";

/** What killed backups have left in a folder. */
export const backupLeftovers = (folder: string): LeftoverPlace => ({ what: "backups", folder, names: /^\.backup-/ });

export interface LinkedTree {
  /** Adds what is new since the last time. */
  refresh(): Promise<void>;
  /** Where each file is held by now, by its path below the folder. */
  files(): Map<string, string>;
  remove(): Promise<void>;
}

/**
 * Holds the files of a folder as they are, in a hidden folder of second names: what is deleted meanwhile stays until the
 * backup is written. Files are made once and never changed, so a second name is a copy. Copies where links are not possible.
 */
export async function linkTree(folder: string): Promise<LinkedTree> {
  await removeLeftovers([backupLeftovers(folder)], AbortSignal.timeout(10_000));
  const files = new Map<string, string>();
  let held: WorkFolder | undefined;
  const refresh = async () => {
    for (const path of await pathsBelow(folder)) {
      if (files.has(path)) continue;
      held ??= await makeWorkFolder(folder, backupPrefix);
      const to = join(held.path, path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await hold(join(folder, path), to)) files.set(path, to);
    }
  };
  return { refresh, files: () => files, remove: async () => held?.remove() };
}

/** False when the file is gone already. */
async function hold(from: string, to: string): Promise<boolean> {
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

/** Plain files, hidden ones left out. LanceDB's list of a version comes before the data that it names. */
async function pathsBelow(folder: string, below = ""): Promise<string[]> {
  const found = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  });
  const order = (name: string) => (name === "_versions" ? 0 : 1);
  const paths: string[] = [];
  for (const entry of found.toSorted((a, b) => order(a.name) - order(b.name))) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (entry.name.startsWith(".")) continue;
    if (!plainPath.test(path)) throw new Error(`${join(folder, path)} is not a name that Muster gives. Move it away.`);
    if (entry.isDirectory()) paths.push(...(await pathsBelow(folder, path)));
    else if (entry.isFile()) paths.push(path);
  }
  return paths;
}
