import { open, readFile } from "node:fs/promises";
import { openPromise } from "yauzl";
import { maxImportBytes, maxImportFiles } from "../../../../../constants/limits.ts";
import { type ForeignFile, type ForeignJob, ForeignProblem } from "./foreign.ts";

const megabytes = maxImportBytes / 1024 / 1024;
const createTooLargeError = () =>
  new ForeignProblem(`The files are larger than ${megabytes} MB together, unpacked. Choose fewer files.`);

/** What is in a zip besides files of an app. */
const isIgnored = (path: string): boolean =>
  path.endsWith("/") ||
  path.split("/").some((step) => step.startsWith(".") || step === "__MACOSX" || step === "node_modules") ||
  !/\.(?:json|jsonc|json5|ya?ml|py|ts|tsx|js|mjs|txt)$/i.test(path);

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1").startsWith("PK\x03\x04") || buffer.toString("latin1").startsWith("PK\x05\x06");
  } finally {
    await file.close();
  }
}

const decode = (bytes: Uint8Array, path: string): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ForeignProblem(`${path}: The file isn't text in UTF-8.`);
  }
};

/** Counts unpacked bytes, so that a zip that unpacks to more than it may is not unpacked. */
class ByteLimit {
  #left = maxImportBytes;
  count(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw createTooLargeError();
  }
}

async function unzip(path: string, limit: ByteLimit): Promise<ForeignFile[]> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw new ForeignProblem("The zip can't be opened. It may be incomplete.");
  });
  const files: ForeignFile[] = [];
  try {
    if (zip.entryCount > maxImportFiles * 50) throw new ForeignProblem("The zip has too many files.");
    for await (const entry of zip.eachEntry()) {
      if (isIgnored(entry.fileName)) continue;
      if (entry.isEncrypted()) throw new ForeignProblem("The zip is protected with a password.");
      if (files.length >= maxImportFiles) throw new ForeignProblem(`Choose up to ${maxImportFiles} files.`);
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        limit.count(chunk.length);
        chunks.push(chunk);
      }
      files.push({ path: entry.fileName, text: decode(Buffer.concat(chunks), entry.fileName) });
    }
    return files;
  } catch (error) {
    if (error instanceof ForeignProblem) throw error;
    throw new ForeignProblem("The zip can't be unpacked. It may be incomplete.");
  } finally {
    zip.close();
  }
}

/** The texts of a job's files; a zip counts as the files in it. Throws a `ForeignProblem` over the limits. */
export async function readUploads(job: ForeignJob): Promise<ForeignFile[]> {
  if ("text" in job) return [{ path: "Pasted text", text: job.text }];
  const limit = new ByteLimit();
  const files: ForeignFile[] = [];
  for (const { path, filename } of job.uploads) {
    if (await isZip(path)) files.push(...(await unzip(path, limit)));
    else {
      const bytes = await readFile(path);
      limit.count(bytes.length);
      files.push({ path: filename, text: decode(bytes, filename) });
    }
  }
  if (files.length > maxImportFiles) throw new ForeignProblem(`Choose up to ${maxImportFiles} files.`);
  if (files.length === 0) throw new ForeignProblem("The zip has no files that can be imported.");
  return files;
}
