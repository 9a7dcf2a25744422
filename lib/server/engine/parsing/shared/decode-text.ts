import { detect } from "chardet";
import iconv from "iconv-lite";

const sampleBytes = 64 * 1024;

const byteOrderMarks: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

const detectByteOrderMark = (bytes: Uint8Array): string | undefined =>
  byteOrderMarks.find(([mark]) => mark.every((byte, i) => bytes[i] === byte))?.[1];

/** UTF-16 without a byte order mark: in Latin text every other byte is zero, and so is one of the first two in markup. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0x3c && bytes[1] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[1] === 0x3c) return "utf-16be";
  const zeros = [0, 0];
  const length = Math.min(bytes.length, sampleBytes) & ~1;
  for (let i = 0; i < length; i += 1) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > length * 0.2 && even < length * 0.02) return "utf-16le";
  if (even > length * 0.2 && odd < length * 0.02) return "utf-16be";
  return undefined;
}

/** Of an XML document, by its first bytes: their mark, their zeros, or what the declaration says. */
export function detectEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1]?.toLowerCase();
  const known = declared && !declared.startsWith("utf-16") && iconv.encodingExists(declared);
  return detectByteOrderMark(bytes) ?? detectUtf16(bytes) ?? (known ? declared : "utf-8");
}

function decodeUtf8(bytes: Uint8Array, cut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}

/** A sample that contains non-ASCII bytes: ASCII says nothing about the encoding. */
function findSample(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const from = Math.max(0, first - 1024);
  return bytes.subarray(from, from + sampleBytes);
}

/**
 * Decodes text by its byte order mark, its `declared` encoding, as UTF-8, or by detection. `cut`: the bytes are a prefix of a
 * file, and the last character may be incomplete.
 */
export function decodeText(
  bytes: Uint8Array,
  { declared, cut = false }: { declared?: string; cut?: boolean } = {},
): string {
  const certain = detectByteOrderMark(bytes) ?? detectUtf16(bytes);
  if (certain) return new TextDecoder(certain).decode(bytes);
  const plain = decodeUtf8(bytes, cut);
  if (plain !== undefined) return plain;
  const found = [declared, detect(findSample(bytes))].find((name) => name && iconv.encodingExists(name));
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), found ?? "windows-1252");
}
