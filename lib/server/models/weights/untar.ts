import { buffer } from "node:stream/consumers";

export interface TarEntry {
  /** As the archive says it: never a path to write to. */
  name: string;
  size: number;
  /** Must be read to its end, or left, before the next entry is asked for. */
  content: AsyncIterable<Uint8Array>;
}

const block = 512;
const padded = (size: number): number => Math.ceil(size / block) * block;
const textOf = (header: Buffer, from: number, to: number): string =>
  header.toString("utf8", from, to).replace(/\0.*$/s, "");

/** The regular files of a tar archive, one after another as it comes in. Throws on what is no archive, and when it is cut. */
export async function* untar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = byteReader(source);
  for (;;) {
    const header = await buffer(reader.take(block));
    if (header.every((byte) => byte === 0)) break;
    const size = checkedSize(header);
    const type = header.toString("latin1", 156, 157);
    const isFile = type === "0" || type === "\0";
    const left = { bytes: padded(size) };
    if (isFile) {
      const prefix = header.toString("latin1", 257, 262) === "ustar" ? textOf(header, 345, 500) : "";
      const name = [prefix, textOf(header, 0, 100)].filter(Boolean).join("/");
      yield { name, size, content: counted(reader.take(size), left) };
    }
    for await (const _ of reader.take(left.bytes));
  }
  // To its very end: only there is it known that nothing of it was damaged.
  for await (const _ of reader.rest());
}

async function* counted(source: AsyncIterable<Uint8Array>, left: { bytes: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    left.bytes -= chunk.length;
    yield chunk;
  }
}

function checkedSize(header: Buffer): number {
  const sum = Number.parseInt(textOf(header, 148, 156), 8);
  // The checksum is made with its own eight bytes as spaces.
  const real = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  const size = Number.parseInt(textOf(header, 124, 136).trim() || "0", 8);
  if (sum !== real || !Number.isSafeInteger(size) || size < 0) throw new Error("This is not a tar archive.");
  return size;
}

function byteReader(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    /** Exactly so many of the next bytes. */
    async *take(count: number): AsyncGenerator<Uint8Array> {
      for (let wanted = count; wanted > 0; ) {
        if (rest.length === 0) {
          const { done, value } = await iterator.next();
          if (done) throw new Error("The archive was cut off.");
          rest = value;
        }
        const part = rest.subarray(0, wanted);
        rest = rest.subarray(part.length);
        wanted -= part.length;
        yield part;
      }
    },
    async *rest(): AsyncGenerator<Uint8Array> {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    },
  };
}
