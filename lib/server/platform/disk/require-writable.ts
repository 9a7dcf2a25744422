import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { env } from "../env/env";
import { failureReason } from "../errors/failure-reason";
import { newProbe } from "./file-clock";

/** More than file systems store inline, so that a full disk is detected. */
const probeBytes = 8_192;

/** Throws when the data or uploads folder is not writable. */
export async function requireWritable(): Promise<void> {
  const { DATA_DIR, UPLOADS_DIR } = env();
  await probe("DATA_DIR", DATA_DIR);
  await probe("UPLOADS_DIR", UPLOADS_DIR);
}

async function probe(name: string, folder: string): Promise<void> {
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
