import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "../../../../platform/env/env";
import { isErrno } from "../../../../platform/errors/errno";
import type { StoreIdentity } from "../shared/types";

/** Not hidden, so that backups include it. */
const fileName = "store-id";
const storeId = /^[0-9a-f]{32}$/;

const locate = (folder: string): string => join(/* turbopackIgnore: true */ folder, fileName);

/** Undefined for a folder without an ID, such as an empty one. */
export async function readFolderIdentity(folder: string): Promise<StoreIdentity | undefined> {
  try {
    const id = (await readFile(locate(folder), "utf8")).trim();
    if (!storeId.test(id))
      throw new Error(`${locate(folder)} doesn't contain the ID of a vector store. Restore the file.`);
    return { id, databaseId: null, inode: await findInode(folder) };
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** All users of an embedded database are on its machine, and a copy of its folder has a copy of the database. */
const findInode = async (folder: string): Promise<string | null> =>
  env().DATABASE_URL ? String((await stat(locate(folder), { bigint: true })).ino) : null;

/** Sets the ID of a folder, unless it has one: of two processes starting at the same time, one wins. */
export async function writeFolderIdentity(folder: string, id: string): Promise<StoreIdentity> {
  const draft = join(/* turbopackIgnore: true */ folder, `.${fileName}-${randomBytes(6).toString("hex")}`);
  await mkdir(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${id}\n`, { mode: 0o600, flag: "wx", flush: true });
    await link(draft, locate(folder));
  } catch (error) {
    if (!isErrno(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const identity = await readFolderIdentity(folder);
  if (!identity) throw new Error(`The ID of the vector store couldn't be stored in ${locate(folder)}.`);
  return identity;
}

/** Whether a folder contains vectors, without loading LanceDB. */
export async function hasTables(folder: string): Promise<boolean> {
  try {
    return (await readdir(/* turbopackIgnore: true */ folder)).some((name) => name.endsWith(".lance"));
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}
