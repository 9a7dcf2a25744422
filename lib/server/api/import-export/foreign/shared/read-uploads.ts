import { open, readFile } from "node:fs/promises";
import { maxImportBytes, maxImportFiles } from "../../../../../constants/limits.ts";
import { Archive } from "../../../../engine/parsing/shared/archive.ts";
import { ParseError } from "../../../../engine/parsing/shared/parse-error.ts";
import { type ForeignFile, type ForeignJob, ForeignProblem } from "./foreign.ts";

const megabytes = maxImportBytes / 1024 / 1024;
const createTooLargeError = () =>
  new ForeignProblem(`The files are larger than ${megabytes} MB together, unpacked. Choose fewer files.`);

const createTooManyError = () => new ForeignProblem(`Choose up to ${maxImportFiles} files.`);

interface UnpackedFile {
  path: string;
  bytes: Uint8Array;
}

/** What is in a zip besides files of an app. */
const isIgnored = (path: string): boolean =>
  path.endsWith("/") ||
  path.split("/").some((step) => step.startsWith(".") || step === "__MACOSX" || step === "node_modules") ||
  !/\.(?:json|jsonc|json5|jsonl|ndjson|ya?ml|py|ts|tsx|js|mjs|txt)$/i.test(path);

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

/** Why a zip can't be unpacked. */
function toProblem(error: unknown): ForeignProblem {
  if (error instanceof ForeignProblem) return error;
  const { problem } = error instanceof ParseError ? error : { problem: undefined };
  if (problem === "too_large") return createTooLargeError();
  return new ForeignProblem(
    problem === "protected"
      ? "The zip is protected with a password."
      : "The zip can't be opened. It may be incomplete.",
  );
}

/** The files in a zip, with at most so many bytes together. */
async function unzip(path: string, inflatedBytes: number): Promise<UnpackedFile[]> {
  const archive = await Archive.open(path, { archiveEntries: maxImportFiles * 50, inflatedBytes });
  try {
    const names = archive.names.filter((name) => !isIgnored(name));
    if (names.length > maxImportFiles) throw createTooManyError();
    const files: UnpackedFile[] = [];
    for (const name of names) files.push({ path: name, bytes: await archive.bytes(name) });
    return files;
  } finally {
    archive.close();
  }
}

/** The texts of a job's files; a zip counts as the files in it. Throws a `ForeignProblem` over the limits. */
export async function readUploads(job: ForeignJob): Promise<ForeignFile[]> {
  if ("text" in job) return [{ path: "Pasted text", text: job.text }];
  const files: ForeignFile[] = [];
  let left = maxImportBytes;
  for (const { path, filename } of job.uploads) {
    const unpacked = (await isZip(path))
      ? await unzip(path, left).catch((error: unknown) => {
          throw toProblem(error);
        })
      : [{ path: filename, bytes: await readFile(path) }];
    for (const one of unpacked) {
      left -= one.bytes.length;
      if (left < 0) throw createTooLargeError();
      files.push({ path: one.path, text: decode(one.bytes, one.path) });
    }
  }
  if (files.length > maxImportFiles) throw createTooManyError();
  if (files.length === 0) throw new ForeignProblem("The zip has no files that can be imported.");
  return files;
}
