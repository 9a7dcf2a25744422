import { open } from "node:fs/promises";
import { extname } from "node:path";
import { fileTypeFromFile } from "file-type";

const SAMPLE_BYTES = 64 * 1024;
/** Text has no signature: among its kinds the name may decide, because none of them does more harm than another. */
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

async function sample(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Bytes of text as its byte order mark says, else UTF-8. A character cut by the sample's end is no fault. */
function isText(bytes: Uint8Array): boolean {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: bytes.length === SAMPLE_BYTES });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells text from bytes
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** The media type of a file by its content; `application/octet-stream` when the content says nothing. */
export async function detectMimeType(path: string, name: string): Promise<string> {
  const found = await fileTypeFromFile(path);
  const isXml = found?.mime === "application/xml";
  if (found && !isXml) return found.mime;
  if (!isXml && !isText(await sample(path))) return "application/octet-stream";
  return TEXT_KINDS[extname(name).toLowerCase()] ?? (isXml ? "application/xml" : "text/plain");
}
