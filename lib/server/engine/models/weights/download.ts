import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type FastembedModel, getFastembedArchive } from "@/lib/constants/fastembed";
import { formatBytes } from "@/lib/utils/text/bytes";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { touchFolder } from "../../../platform/disk/file-clock";
import { AppError } from "../../../platform/errors/errors";
import { unpack } from "../../../platform/storage/tar";
import { joinPath, listMissingFiles, readPartState, toPartFolder, toWeightsFolder } from "./weights-folder";

/** Compressed or not. The largest model has 2.2 GB. */
export const maxBytes = 4 * 1024 ** 3;
const maxFiles = 50;
const heartbeatMs = 5_000;

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
  const part = toPartFolder(modelsDir, model);
  await claim(modelsDir, model);
  const heartbeat = setInterval(() => void touchFolder(part).catch(() => undefined), heartbeatMs);
  try {
    await writeFiles(await openArchive(input), part, signal);
    const missing = listMissingFiles(model, part);
    if (missing.length > 0) throw new Error(`The archive is missing ${new Intl.ListFormat("en").format(missing)}.`);
    signal.throwIfAborted();
    const folder = toWeightsFolder(modelsDir, model);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder);
  } finally {
    clearInterval(heartbeat);
    await rm(part, { recursive: true, force: true });
  }
}

/** Claims the part folder exclusively. Files of a killed process are removed. */
async function claim(modelsDir: string, model: FastembedModel): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  const part = toPartFolder(modelsDir, model);
  if ((await readPartState(modelsDir, model)) === "abandoned") await rm(part, { recursive: true, force: true });
  await mkdir(part).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    throw new AppError("conflict", "Another process on this server is already downloading these weights.");
  });
}

/** The decompressed archive as a stream. */
async function openArchive({ model, base, fetch: fetchArchive, signal, progress }: DownloadInput): Promise<Readable> {
  const response = await fetchArchive(`${trimEndMatching(base, /\//)}/${getFastembedArchive(model)}`, { signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`The download server responded with status ${response.status}.`);
  }
  progress.total = Number(response.headers.get("content-length")) || null;
  const received = createCounter((bytes) => {
    progress.received += bytes;
  });
  let unzipped = 0;
  const limited = createCounter((bytes) => {
    unzipped += bytes;
    if (unzipped > maxBytes) throw new Error(`The archive exceeds the limit of ${formatBytes(maxBytes)}.`);
  });
  // Errors propagate to the reader of the last stream.
  pipeline(Readable.from(response.body), received, createGunzip(), limited, { signal }).catch(() => undefined);
  return limited;
}

const createCounter = (count: (bytes: number) => void): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        count(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error instanceof Error ? error : new Error("Unknown error."));
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
      if (files > maxFiles) throw new Error(`The archive contains more than ${maxFiles} files.`);
      await pipeline(content, createWriteStream(joinPath(part, file)), { signal });
    });
  } catch (error) {
    const isZlibError = error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
    throw isZlibError ? new Error("The download isn't a complete gzip archive.", { cause: error }) : error;
  } finally {
    // Aborts the request when another part of the pipeline failed.
    archive.destroy();
  }
}
