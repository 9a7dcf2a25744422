import mammoth from "mammoth";
import type { Archive } from "../shared/archive.ts";
import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { decodeText } from "../shared/decode-text.ts";
import { findElement, getText, isTooDeep, parseXml } from "../shared/markup.ts";
import { ParseError } from "../shared/parse-error.ts";
import { readHtml } from "./html.ts";

interface WordFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Uint8Array>;
}

/** mammoth accepts such an object (`lib/unzip.js`), but its types do not. */
const convert = mammoth.convertToHtml as unknown as (
  input: { file: WordFile },
  options: object,
) => Promise<{ value: string }>;

/** The parts that mammoth requests, each counted. Images are never requested. */
const toWordFile = (archive: Archive): WordFile => ({
  exists: (name) => archive.has(name),
  read: async (name, encoding) => {
    const bytes = await archive.bytes(name);
    if (!encoding) return bytes;
    if (encoding === "base64") return bytes.toString("base64");
    const xml = decodeText(bytes);
    if (isTooDeep(xml))
      throw new ParseError("damaged", "This Word document's parts are nested too deeply. Save it again.");
    return xml;
  },
});

/** Default titles of Office. */
const defaultTitles = /^(powerpoint[ -]presentation|word document|document\d*|untitled)$/i;

/** The title from the document properties, which all Office formats share. */
export async function readOfficeTitle(archive: Archive): Promise<string | null> {
  if (!archive.has("docProps/core.xml")) return null;
  const element = findElement(parseXml(decodeText(await archive.bytes("docProps/core.xml"))), "dc:title");
  const title = element ? toOneLine(getText(element)) : "";
  return title && !defaultTitles.test(title) ? title : null;
}

const options = {
  convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
  styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
};

export async function readDocx(archive: Archive, blocks: BlockList): Promise<string | null> {
  const { value } = await convert({ file: toWordFile(archive) }, options);
  readHtml(value, blocks, { whole: true });
  return readOfficeTitle(archive);
}
