import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { env } from "../env/env";
import { failureReason } from "../errors/failure-reason";
import { newProbe } from "./file-clock";

/** More than file systems store inline, so that a full disk is detected. */
const probeBytes = 8_192;

/** Throws when the data folder is not writable. */
export const requireWritable = (): Promise<void> => requireWritableFolder("DATA_DIR", env().DATA_DIR);

/** Throws when the folder of a setting is not writable. */
export async function requireWritableFolder(name: string, folder: string): Promise<void> {
  const file = newProbe(folder);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, randomBytes(probeBytes), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    throw new Error(`Muster can't write to ${name} (${folder}). ${failureReason(error)}`, { cause: error });
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
