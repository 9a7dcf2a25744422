import { open } from "node:fs/promises";
import { extname } from "node:path";
import { fileTypeFromFile } from "file-type";

const SAMPLE_BYTES = 64 * 1024;
/** Text has no signature: the name selects among equally harmless text types. */
const TEXT_KINDS: Record<string, string> = {
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".json": "application/json",
  ".html": "text/html",
  ".htm": "text/html",
  ".xml": "application/xml",
  ".svg": "image/svg+xml",
};

async function readSample(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether bytes are text by byte order mark or UTF-8. A character truncated by the sample's end is allowed. */
function isText(bytes: Uint8Array): boolean {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: bytes.length === SAMPLE_BYTES });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these distinguish text from bytes
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** A file's media type by content; `application/octet-stream` when it is unknown. */
export async function detectMimeType(path: string, name: string): Promise<string> {
  const found = await fileTypeFromFile(path);
  const isXml = found?.mime === "application/xml";
  if (found && !isXml) return found.mime;
  if (!isXml && !isText(await readSample(path))) return "application/octet-stream";
  return TEXT_KINDS[extname(name).toLowerCase()] ?? (isXml ? "application/xml" : "text/plain");
}
