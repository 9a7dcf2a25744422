import { open, stat } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { Archive } from "../shared/archive.ts";
import { decodeText } from "../shared/decode-text.ts";
import { ParseError } from "../shared/parse-error.ts";
import { type Format, findFormatByName } from "./format-names.ts";
import { explainOldOffice } from "./old-office.ts";

const headBytes = 64 * 1024;

const createUnsupportedError = (what: string): ParseError =>
  new ParseError(
    "unsupported",
    `${what} Upload text, Markdown, HTML, PDF, Word, PowerPoint, Excel, CSV, JSON, EPUB, OpenDocument text or email files.`,
  );

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const archiveParts: [part: string, format: Format][] = [
  ["word/document.xml", "docx"],
  ["ppt/presentation.xml", "pptx"],
  ["xl/workbook.xml", "xlsx"],
  ["META-INF/container.xml", "epub"],
];

async function detectArchive(path: string): Promise<Format> {
  const archive = await Archive.open(path);
  try {
    const found = archiveParts.find(([part]) => archive.has(part));
    if (found) return found[1];
    // The name of Word's main part varies.
    if (archive.names.some((name) => /^word\/document\d*\.xml$/.test(name))) return "docx";
    const type = archive.has("mimetype") ? (await archive.bytes("mimetype")).toString("latin1", 0, 100) : "";
    if (type.startsWith("application/vnd.oasis.opendocument.text")) return "odt";
    if (type.startsWith("application/vnd.oasis.opendocument"))
      throw createUnsupportedError("This OpenDocument file isn't a text document. Save it as .xlsx, .pptx or .pdf.");
    if (archive.has("xl/workbook.bin"))
      throw createUnsupportedError("This is a binary Excel workbook (.xlsb). Save it as .xlsx.");
    throw createUnsupportedError("This is an archive. Unpack it and upload the files in it.");
  } finally {
    archive.close();
  }
}

/** Removes a leading section between two markers. */
function removeFirst(text: string, opening: string, closing: string): string {
  const end = text.toLowerCase().startsWith(opening) ? text.indexOf(closing, opening.length) : -1;
  return end < 0 ? text : text.slice(end + closing.length).trimStart();
}

/** Whether the first lines are header fields, one of them specific to email. */
function startsLikeMail(start: string): boolean {
  for (const line of start.split("\n")) {
    if (/^(?:received|return-path|mime-version|message-id|delivered-to):/i.test(line)) return true;
    if (!/^(?:[\w-]+:|[ \t])/.test(line)) return false;
  }
  return false;
}

/** Detects text formats by content, whatever the name. */
function detectTextFormat(head: string): Format | undefined {
  const start = head.trimStart().slice(0, 1_000);
  const root = removeFirst(removeFirst(start, "<?xml", ">"), "<!--", "-->");
  if (/^<(?:!doctype\s+html|html[\s>])/i.test(root)) return "html";
  if (startsLikeMail(start) && /^(?:from|subject|date):/im.test(head.trimStart().slice(0, 8_000))) return "eml";
  return undefined;
}

function isText(head: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these distinguish text from bytes
  const odd = head.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0;
  return odd <= head.length * 0.02;
}

const textFormats: readonly Format[] = ["txt", "md", "html", "csv", "tsv", "json", "jsonl", "eml"];

/** Detects a file's format by content; among text formats by name. Throws for unsupported formats. */
export async function detectFormat(path: string, filename: string): Promise<Format> {
  const { size } = await stat(path);
  if (size === 0) throw new ParseError("empty", "This file is empty. Check it and upload it again.");
  const head = await readHead(path);
  const latin = head.toString("latin1", 0, 1_024);
  // Some programs write a preamble; a text may merely mention the marker.
  if (/^\s*%PDF-/.test(latin) || (/\.pdf$/i.test(filename) && latin.includes("%PDF-"))) return "pdf";
  if (latin.startsWith("PK\x03\x04")) return detectArchive(path);
  if (latin.startsWith("\xd0\xcf\x11\xe0")) throw await explainOldOffice(path);
  if (latin.startsWith("{\\rtf")) throw createUnsupportedError("This is a rich text file (.rtf). Save it as .docx.");
  const text = decodeText(head, { cut: size > head.length });
  const found = detectTextFormat(text);
  if (found) return found;
  const named = findFormatByName(filename);
  if (!isText(text)) {
    const known = await fileTypeFromFile(path).catch(() => undefined);
    const what = known && `Files of type ${known.mime} aren't supported.`;
    throw createUnsupportedError(what ?? "This file contains no readable text.");
  }
  return named && textFormats.includes(named) ? named : "txt";
}
