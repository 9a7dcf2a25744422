import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { env } from "./env";
import { failureReason } from "./failure-reason";
import { newProbe } from "./storage/file-clock";

/** More than a file system keeps inside its own tables, so that a full disk is noticed. */
const probeBytes = 8_192;

/** Throws a sentence when the data or the uploads folder cannot be written to: without them nothing can be kept. */
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
    throw new Error(`Muster cannot write to ${name} (${folder}). ${failureReason(error)}`, { cause: error });
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}
