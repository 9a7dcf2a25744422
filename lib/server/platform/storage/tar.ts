import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header, type Pack, pack as packing } from "tar-stream";

/** Why an archive is invalid, as a message for its provider. */
export class ArchiveError extends Error {}

/** An archive ends with at least one block of zeros. */
const endBytes = 512;

const createTruncatedError = (cause?: unknown) =>
  new ArchiveError("The archive is truncated: its end is missing.", { cause });

/** The name is untrusted: never use it as a path. */
export type TarEntry = Pick<Header, "name" | "size" | "type">;

interface TarFile {
  name: string;
  size: number;
  path: string;
}
/** Content in memory can consist of several buffers. */
export type TarSource = TarFile | { name: string; content: Buffer | Buffer[] };

/** Consumed one by one, as the archive is read. */
type Sources = Iterable<TarSource> | AsyncIterable<TarSource>;

export function pack(sources: Sources, mtime: Date): Readable {
  const archive = packing();
  fill(archive, sources, mtime).catch((error: Error) => archive.destroy(error));
  return Readable.from(archive);
}

async function fill(archive: Pack, sources: Sources, mtime: Date): Promise<void> {
  for await (const source of sources) {
    const header = { name: source.name, mtime, mode: 0o600 };
    if ("content" in source) {
      const pieces = [source.content].flat();
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      await pipeline(Readable.from(pieces), archive.entry({ ...header, size }));
    } else await pipeline(openContent(source), archive.entry({ ...header, size: source.size }));
  }
  archive.finalize();
}

async function* openContent({ name, size, path }: TarFile): AsyncGenerator<Buffer> {
  if (size === 0) return;
  let read = 0;
  for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw new Error(`${name} changed while it was being read.`);
}

/**
 * Passes on each entry with its content, up to the end of the source. Unread content is skipped; the caller validates name and
 * type.
 */
export async function unpack(
  source: AsyncIterable<Uint8Array>,
  take: (entry: TarEntry, content: Readable) => Promise<void>,
): Promise<void> {
  const archive = extract();
  let last: Uint8Array = Buffer.alloc(0);
  async function* watched() {
    for await (const chunk of source) {
      last = Buffer.concat([last, chunk.subarray(-endBytes)]).subarray(-endBytes);
      yield chunk;
    }
  }
  const writing = pipeline(watched, archive);
  // Errors of the source also end the loop.
  writing.catch(() => undefined);
  try {
    for await (const entry of archive) {
      await take(entry.header, Readable.from(entry));
      entry.resume();
    }
    await writing;
    // The package does not detect archives truncated between two files.
    if (last.length < endBytes || last.some((byte) => byte !== 0)) throw createTruncatedError();
  } catch (error) {
    throw toArchiveError(error);
  }
}

/** The package's errors differ only in their messages. */
function toArchiveError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  if (text === "Unexpected end of data") return createTruncatedError(error);
  if (/^(Invalid (tar )?header|Header exceeds max size)/.test(text))
    return new ArchiveError("This isn't a tar archive, or it is damaged.", { cause: error });
  return error;
}
