import { type Format, formatLabels } from "./detect/format-names.ts";
import { readBytes, readText } from "./detect/read-text.ts";
import { detectFormat } from "./detect/recognize.ts";
import { Archive } from "./shared/archive.ts";
import { BlockList } from "./shared/block-list.ts";
import { ParseError } from "./shared/parse-error.ts";
import type { Parsed } from "./shared/parsed.ts";
import { toRecordText } from "./shared/record-text.ts";

interface Head {
  title: string | null;
  pages?: number;
}

/** Titles appear in lists, citations and prompts. */
const maxTitle = 500;

type Reader = (path: string, blocks: BlockList) => Promise<Head | string | null>;

const fromArchive =
  (read: () => Promise<(archive: Archive, blocks: BlockList) => Promise<Head | string | null>>): Reader =>
  async (path, blocks) => {
    const archive = await Archive.open(path);
    try {
      return await (await read())(archive, blocks);
    } finally {
      archive.close();
    }
  };

/** Loaded on first use. */
const readers: Record<Format, Reader> = {
  txt: async (path, blocks) => (await import("./formats/text.ts")).readPlainText(await readText(path), blocks),
  md: async (path, blocks) => (await import("./formats/markdown.ts")).readMarkdown(await readText(path), blocks),
  html: async (path, blocks) => {
    const { declaredEncoding, readHtml } = await import("./formats/html.ts");
    return readHtml(await readText(path, declaredEncoding), blocks);
  },
  csv: async (path, blocks) => (await import("./formats/csv.ts")).readCsv(await readText(path), blocks),
  tsv: async (path, blocks) => (await import("./formats/csv.ts")).readCsv(await readText(path), blocks, "\t"),
  json: async (path, blocks) => (await import("./formats/json.ts")).readJson(await readText(path), blocks),
  jsonl: async (path, blocks) => (await import("./formats/json.ts")).readJsonLines(await readText(path), blocks),
  eml: async (path, blocks) => (await import("./formats/eml.ts")).readEml(await readBytes(path), blocks),
  pdf: async (path, blocks) => (await import("./formats/pdf.ts")).readPdf(await readBytes(path), blocks),
  docx: fromArchive(async () => (await import("./formats/docx.ts")).readDocx),
  pptx: fromArchive(async () => (await import("./formats/pptx.ts")).readPptx),
  xlsx: fromArchive(async () => (await import("./formats/xlsx.ts")).readXlsx),
  epub: fromArchive(async () => (await import("./formats/epub.ts")).readEpub),
  odt: fromArchive(async () => (await import("./formats/odt.ts")).readOdt),
};

function toParseError(error: unknown, what: string): ParseError {
  if (error instanceof ParseError) return error;
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // A disk error, not the file's fault.
  if (error instanceof Error && "syscall" in error)
    return new ParseError("crashed", "The uploaded file couldn't be read from storage. Try again.", detail);
  return new ParseError(
    "damaged",
    `This can't be read as ${what}: it is damaged or incomplete. Open it in its original program, save it again, and upload the new file.`,
    detail,
  );
}

/** Parses a file in this thread, without a time limit. All failures are `ParseError`s. */
export async function parse(path: string, filename: string): Promise<Parsed> {
  const blocks = new BlockList();
  let what = "a document";
  try {
    const format = await detectFormat(path, filename);
    what = formatLabels[format];
    const head = await readers[format](path, blocks);
    if (blocks.blocks.length === 0)
      throw new ParseError(
        "no_text",
        "This file contains no text. Check that it is the correct file and upload it again.",
      );
    const { title, ...info } = typeof head === "object" && head ? head : { title: head };
    return { title: title?.slice(0, maxTitle).toWellFormed() ?? null, ...info, blocks: blocks.blocks };
  } catch (error) {
    throw toParseError(error, what);
  }
}

/** Parses a source's record from a file with its JSON. */
export async function parseRecord(path: string): Promise<Parsed> {
  const blocks = new BlockList();
  try {
    blocks.add("text", toRecordText(JSON.parse((await readBytes(path)).toString())));
    return { title: null, blocks: blocks.blocks };
  } catch (error) {
    throw toParseError(error, "a record");
  }
}
