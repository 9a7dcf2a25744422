import { getDocumentProxy } from "unpdf";
import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { GarbageCount } from "../shared/garbage.ts";
import { parseLimits } from "../shared/limits.ts";
import { ParseError } from "../shared/parse-error.ts";
import { findBodySize, findHeadingSizes, type PdfLine, toPdfLines, writePage } from "./pdf-lines.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Default titles of programs. */
const defaultTitles =
  /^(untitled|document\d*|microsoft (word|powerpoint) - .*|.*\.(docx?|pptx?|xlsx?|indd|tex|rtf|pdf|html?))$/i;

const noLetters =
  "This PDF's text can't be read because its fonts don't identify their characters. Export it again from the original program, or run text recognition (OCR) on it, and upload the result.";

async function findTitle(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  const title = "Title" in info && typeof info.Title === "string" ? toOneLine(info.Title) : "";
  return title && !defaultTitles.test(title) ? title : null;
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  } catch (error) {
    if (!(error instanceof Error && error.name === "PasswordException")) throw error;
    throw new ParseError("protected", "This PDF is password-protected. Remove the password and upload it again.");
  }
}

async function readPageLines(pdf: Pdf, number: number, garbage: GarbageCount): Promise<PdfLine[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  const pieces = items.filter((item) => "str" in item);
  for (const { str } of pieces) garbage.add(str);
  return toPdfLines(pieces);
}

/** Each page's paragraphs; text larger than the body is a heading. */
export async function readPdf(bytes: Buffer, blocks: BlockList): Promise<{ title: string | null; pages: number }> {
  const pdf = await openPdf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
  try {
    if (pdf.numPages > parseLimits.pages)
      throw new ParseError("too_large", "This PDF has too many pages. Split it into several files.");
    const pages: PdfLine[][] = [];
    const garbage = new GarbageCount();
    for (let i = 1; i <= pdf.numPages; i += 1) pages.push(await readPageLines(pdf, i, garbage));
    if (garbage.isGarbage) throw new ParseError("no_text", noLetters);
    const sizes = findHeadingSizes(pages, findBodySize(pages));
    for (const [i, lines] of pages.entries()) writePage(lines, i + 1, sizes, blocks);
    if (blocks.blocks.length === 0)
      throw new ParseError(
        "no_text",
        "This PDF contains only images of pages and no text. Run text recognition (OCR) on it and upload the result.",
      );
    return { title: await findTitle(pdf), pages: pdf.numPages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
