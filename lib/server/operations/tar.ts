import { createReadStream } from "node:fs";

/** The part of the tar format that a backup needs: regular files, one after another. Any tar can list and unpack it. */
const block = 512;
const octalMost = 8 ** 11 - 1;

/** What is wrong with an archive, as a sentence for whoever wants to restore it. */
export class ArchiveError extends Error {}

export interface TarEntry {
  name: string;
  size: number;
}

export type TarSource = TarEntry & ({ path: string } | { content: Buffer });

/** The archive's bytes. */
export async function* pack(sources: Iterable<TarSource>, mtime: Date): AsyncGenerator<Buffer> {
  for (const source of sources) {
    yield header(source, mtime);
    let written = 0;
    for await (const chunk of contentOf(source)) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== source.size) throw new Error(`${source.name} changed while it was read.`);
    yield Buffer.alloc(padding(source.size));
  }
  yield Buffer.alloc(2 * block);
}

const padding = (size: number): number => (block - (size % block)) % block;

async function* contentOf(source: TarSource): AsyncGenerator<Buffer> {
  if ("content" in source) yield source.content;
  else if (source.size > 0) yield* createReadStream(source.path, { end: source.size - 1 });
}

function header({ name, size }: TarEntry, mtime: Date): Buffer {
  const head = Buffer.alloc(block);
  const [prefix, rest] = split(name);
  head.write(rest, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  if (size <= octalMost) head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  else {
    // What GNU tar writes above 8 GB: a set first bit, then the number itself.
    head.writeBigUInt64BE(BigInt(size), 128);
    head[124] = 0x80;
  }
  head.write(
    `${Math.floor(mtime.getTime() / 1_000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  head.write("0", 156);
  head.write("ustar\x0000", 257);
  head.write(prefix, 345);
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148);
  return head;
}

function split(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= 100) return ["", name];
  const slash = name.indexOf("/", Math.max(0, name.length - 101));
  const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)];
  if (slash <= 0 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(rest) > 100)
    throw new Error(`The path ${name} is too long for a backup.`);
  return [prefix, rest];
}

/** The header's bytes added up, with its own field taken for spaces. */
const checksum = (head: Buffer): number => head.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0);

const text = (head: Buffer, from: number, length: number): string =>
  (head.toString("utf8", from, from + length).split("\0")[0] ?? "").trim();

/**
 * Hands over each entry with its content, which has to be read to its end. Knows nothing but regular files: links,
 * devices and folders are refused, and what a name may be is the caller's business.
 */
export async function unpack(
  source: AsyncIterable<Buffer>,
  take: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const bytes = byteReader(source);
  for (;;) {
    const head = await bytes.exactly(block);
    if (head.every((byte) => byte === 0)) return;
    const entry = parse(head);
    await take(entry, bytes.next(entry.size));
    await bytes.exactly(padding(entry.size));
  }
}

function parse(head: Buffer): TarEntry {
  if (Number.parseInt(text(head, 148, 8), 8) !== checksum(head)) throw new ArchiveError("The archive is damaged.");
  const kind = text(head, 156, 1);
  if (kind !== "0" && kind !== "") throw new ArchiveError("The archive holds something other than plain files.");
  const prefix = text(head, 345, 155);
  const rest = text(head, 0, 100);
  const large = head[124] === 0x80;
  const size = large ? Number(head.readBigUInt64BE(128)) : Number.parseInt(text(head, 124, 12), 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveError("The archive is damaged.");
  return { name: prefix ? `${prefix}/${rest}` : rest, size };
}

function byteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function* next(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (rest.length === 0) {
        const chunk = await chunks.next();
        if (chunk.done) throw new ArchiveError("The archive is cut off: its end is missing.");
        rest = chunk.value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  return {
    next,
    async exactly(count: number): Promise<Buffer> {
      const pieces: Buffer[] = [];
      for await (const piece of next(count)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}
