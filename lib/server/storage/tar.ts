import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header, type Pack, pack as packing } from "tar-stream";

/** What is wrong with an archive, as a sentence for whoever gave it. */
export class ArchiveError extends Error {}

/** An archive ends with zeros, at least a block of them. */
const endBytes = 512;

const cutOff = (cause?: unknown) => new ArchiveError("The archive is cut off: its end is missing.", { cause });

/** The name is what the archive says: never a path to write to. */
export type TarEntry = Pick<Header, "name" | "size" | "type">;

interface OfFile {
  name: string;
  size: number;
  path: string;
}
/** A content in memory can be in several pieces. */
export type TarSource = OfFile | { name: string; content: Buffer | Buffer[] };

/** Taken one by one, as the archive is read. */
type Sources = Iterable<TarSource> | AsyncIterable<TarSource>;

/** The archive's bytes. */
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
    } else await pipeline(contentOf(source), archive.entry({ ...header, size: source.size }));
  }
  archive.finalize();
}

async function* contentOf({ name, size, path }: OfFile): AsyncGenerator<Buffer> {
  if (size === 0) return;
  let read = 0;
  for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
    read += chunk.length;
    yield chunk;
  }
  if (read !== size) throw new Error(`${name} changed while it was read.`);
}

/**
 * Hands over each entry with its content, to the source's very end. What is not read of a content is passed over; whether
 * its name and type are good is the caller's business.
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
  const fed = pipeline(watched, archive);
  // What it says comes out of the loop, too.
  fed.catch(() => undefined);
  try {
    for await (const entry of archive) {
      await take(entry.header, Readable.from(entry));
      entry.resume();
    }
    await fed;
    // The package takes an archive that was cut between two files for a whole one.
    if (last.length < endBytes || last.some((byte) => byte !== 0)) throw cutOff();
  } catch (error) {
    throw sentenceFor(error);
  }
}

/** The package tells its errors apart by their texts alone. */
function sentenceFor(error: unknown): unknown {
  const text = error instanceof Error ? error.message : "";
  if (text === "Unexpected end of data") return cutOff(error);
  if (/^(Invalid (tar )?header|Header exceeds max size)/.test(text))
    return new ArchiveError("This is not a tar archive, or it is damaged.", { cause: error });
  return error;
}
