import mammoth from "mammoth";
import type { Archive } from "../archive.ts";
import { type BlockList, oneLine } from "../block-list.ts";
import { decodeText } from "../decode-text.ts";
import { elementNamed, isTooDeep, textOf, xmlOf } from "../markup.ts";
import { ParseError } from "../parse-error.ts";
import { readHtml } from "./html.ts";

interface WordFile {
  exists(name: string): boolean;
  read(name: string, encoding?: string): Promise<string | Uint8Array>;
}

/** mammoth reads from such an object too (`lib/unzip.js`), which its types keep to themselves. */
const convert = mammoth.convertToHtml as unknown as (
  input: { file: WordFile },
  options: object,
) => Promise<{ value: string }>;

/** The parts as mammoth asks for them, each counted. Pictures are asked for by nobody. */
const wordFile = (archive: Archive): WordFile => ({
  exists: (name) => archive.has(name),
  read: async (name, encoding) => {
    const bytes = await archive.bytes(name);
    if (!encoding) return bytes;
    if (encoding === "base64") return bytes.toString("base64");
    const xml = decodeText(bytes);
    if (isTooDeep(xml))
      throw new ParseError("damaged", "This Word document's parts are nested too deep. Save it again.");
    return xml;
  },
});

/** What Office writes there by itself. */
const noTitle = /^(powerpoint[ -]presentation|word document|document\d*|untitled)$/i;

/** The title among a document's properties, which are alike in all of Office. */
export async function officeTitle(archive: Archive): Promise<string | null> {
  if (!archive.has("docProps/core.xml")) return null;
  const element = elementNamed(xmlOf(decodeText(await archive.bytes("docProps/core.xml"))), "dc:title");
  const title = element ? oneLine(textOf(element)) : "";
  return title && !noTitle.test(title) ? title : null;
}

const options = {
  convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
  styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
};

export async function readDocx(archive: Archive, blocks: BlockList): Promise<string | null> {
  const { value } = await convert({ file: wordFile(archive) }, options);
  readHtml(value, blocks, { whole: true });
  return officeTitle(archive);
}
