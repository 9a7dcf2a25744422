import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type FastembedModel, fastembedArchive } from "@/lib/constants/fastembed";
import { formatBytes } from "@/lib/utils/bytes";
import { trimEndOf } from "@/lib/utils/trim-characters";
import { AppError } from "../../http/errors";
import { touchFolder } from "../../storage/file-clock";
import { unpack } from "../../storage/tar";
import { missingFiles, partFolder, partState, placeOf, weightsFolder } from "./place";

/** Packed or not. The largest model has 2.2 GB. */
export const bytesMost = 4 * 1024 ** 3;
const filesMost = 50;
const sayAliveMs = 5_000;

export interface Progress {
  received: number;
  /** Null: the server did not say. */
  total: number | null;
}

export interface DownloadInput {
  model: FastembedModel;
  modelsDir: string;
  /** The folder of the archives. */
  base: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Fetches a model's archive and unpacks it as it comes. The model's folder appears at once, with all its files, or not at
 * all. Throws 409 while another process fetches the same.
 */
export async function downloadWeights(input: DownloadInput): Promise<void> {
  const { model, modelsDir, signal } = input;
  const part = partFolder(modelsDir, model);
  await claim(modelsDir, model);
  const alive = setInterval(() => void touchFolder(part).catch(() => undefined), sayAliveMs);
  try {
    await writeFiles(await open(input), part, signal);
    const missing = missingFiles(model, part);
    if (missing.length > 0) throw new Error(`The archive has no ${missing.join(", ")}.`);
    signal.throwIfAborted();
    const folder = weightsFolder(modelsDir, model);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } finally {
    clearInterval(alive);
    await rm(part, { recursive: true, force: true });
  }
}

/** Makes the folder that is written to, which nobody else has then. What a killed process left is thrown away. */
async function claim(modelsDir: string, model: FastembedModel): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const part = partFolder(modelsDir, model);
  if ((await partState(modelsDir, model)) === "abandoned") await rm(part, { recursive: true, force: true });
  await mkdir(part).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new AppError("conflict", "Another process of this server downloads these weights already.");
  });
}

/** The archive, unzipped while it comes. */
async function open({ model, base, fetch: get, signal, progress }: DownloadInput): Promise<Readable> {
  const response = await get(`${trimEndOf(base, /\//)}/${fastembedArchive(model)}`, { signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`The server of the weights answered ${response.status}.`);
  }
  progress.total = Number(response.headers.get("content-length")) || null;
  const received = counter((bytes) => {
    progress.received += bytes;
  });
  let unzipped = 0;
  const limited = counter((bytes) => {
    unzipped += bytes;
    if (unzipped > bytesMost)
      throw new Error(`The archive holds more than the ${formatBytes(bytesMost)} accepted here.`);
  });
  // What fails reaches whoever reads the last of them.
  pipeline(Readable.from(response.body), received, createGunzip(), limited, { signal }).catch(() => undefined);
  return limited;
}

const counter = (count: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error("It failed."));
      }
    },
  });

async function writeFiles(archive: Readable, part: string, signal: AbortSignal): Promise<void> {
  let files = 0;
  try {
    await unpack(archive, async ({ name, type }, content) => {
      const file = basename(name);
      // Whatever folders the archive names, its files lie side by side; hidden ones are other systems' leftovers.
      if (type !== "file" || !/^[\w-][\w.-]{0,99}$/.test(file)) return;
      files += 1;
      if (files > filesMost) throw new Error(`The archive holds more than ${filesMost} files.`);
      await pipeline(content, createWriteStream(placeOf(part, file)), { signal });
    });
  } catch (error) {
    const ofZlib = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw ofZlib ? new Error("What came is no whole gzip archive.", { cause: error }) : error;
  } finally {
    // Ends the request where something else than the request has failed.
    archive.destroy();
  }
}
