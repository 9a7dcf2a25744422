import { crc32 } from "node:zlib";

/** Creates an uncompressed zip archive, for a library that accepts nothing else. */
export function createZip(files: readonly { name: string; bytes: Buffer }[]): ArrayBuffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from("PK\x03\x04"), facts, title, bytes);
    directory.push(Buffer.from("PK\x01\x02\x14\x00"), facts, place, title);
    offset += 4 + facts.length + title.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  const all = new Uint8Array(offset + length + end.length);
  let at = 0;
  for (const part of [...parts, ...directory, end]) {
    all.set(part, at);
    at += part.length;
  }
  return all.buffer;
}
