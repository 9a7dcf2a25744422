import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type FastembedModel, fastembedArchive } from "@/lib/constants/fastembed";
import { formatBytes } from "@/lib/utils/text/bytes";
import { trimEndOf } from "@/lib/utils/text/trim-characters";
import { touchFolder } from "../../../platform/disk/file-clock";
import { AppError } from "../../../platform/errors/errors";
import { unpack } from "../../../platform/storage/tar";
import { missingFiles, partFolder, partState, placeOf, weightsFolder } from "./place";

/** Compressed or not. The largest model has 2.2 GB. */
export const maxBytes = 4 * 1024 ** 3;
const maxFiles = 50;
const sayAliveMs = 5_000;

export interface Progress {
  received: number;
  /** Null: not announced. */
  total: number | null;
}

interface DownloadInput {
  model: FastembedModel;
  modelsDir: string;
  /** The archives' base URL. */
  base: string;
  fetch: typeof fetch;
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Downloads a model's archive and unpacks it as a stream. The model's folder appears complete or not at all. Throws 409 while
 * another process downloads the same model.
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

/** Claims the part folder exclusively. Files of a killed process are removed. */
async function claim(modelsDir: string, model: FastembedModel): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const part = partFolder(modelsDir, model);
  if ((await partState(modelsDir, model)) === "abandoned") await rm(part, { recursive: true, force: true });
  await mkdir(part).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new AppError("conflict", "Another process of this server downloads these weights already.");
  });
}

/** The decompressed archive as a stream. */
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
    if (unzipped > maxBytes) throw new Error(`The archive holds more than the ${formatBytes(maxBytes)} accepted here.`);
  });
  // Errors propagate to the reader of the last stream.
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
      // Files are flattened, whatever folders the archive has; hidden files are skipped.
      if (type !== "file" || !/^[\w-][\w.-]{0,99}$/.test(file)) return;
      files += 1;
      if (files > maxFiles) throw new Error(`The archive holds more than ${maxFiles} files.`);
      await pipeline(content, createWriteStream(placeOf(part, file)), { signal });
    });
  } catch (error) {
    const ofZlib = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw ofZlib ? new Error("What came is no whole gzip archive.", { cause: error }) : error;
  } finally {
    // Aborts the request when another part of the pipeline failed.
    archive.destroy();
  }
}
