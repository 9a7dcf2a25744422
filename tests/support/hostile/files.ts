import { docxOf, paragraph } from "../knowledge/docx";
import { epubOf } from "../knowledge/epub";
import { odtOf } from "../knowledge/odt";
import { pdfOf } from "../knowledge/pdf";
import { pptxOf } from "../knowledge/pptx";
import { xlsxOf } from "../knowledge/xlsx";
import { zipOf } from "../knowledge/zip";

export type HostileFile = [name: string, filename: string, content: Buffer];

const whole: Record<string, Buffer> = {
  pdf: pdfOf([[{ text: "Hello" }], [{ text: "World" }]]),
  docx: docxOf(paragraph("Hello")),
  pptx: pptxOf([{ title: "Hello" }]),
  xlsx: xlsxOf([{ name: "A", rows: [["Hello", 1]] }]),
  epub: epubOf("Book", ["<p>Hello</p>"]),
  odt: odtOf("<text:p>Hello</text:p>"),
};

const damages: Record<string, (content: Buffer) => Buffer> = {
  "cut in the middle": (content) => content.subarray(0, Math.floor(content.length / 2)),
  "cut at its head": (content) => content.subarray(0, 40),
  "without its end": (content) => content.subarray(0, -30),
  "with zeros in it": (content) =>
    Buffer.from(content).fill(0, Math.floor(content.length * 0.2), Math.floor(content.length * 0.8)),
  "with other bytes in it": (content) =>
    Buffer.from(content).fill(0xa7, Math.floor(content.length * 0.3), Math.floor(content.length * 0.6)),
  twice: (content) => Buffer.concat([content, content.subarray(0, Math.floor(content.length / 2))]),
};

const deep = (open: string, close: string, depth = 50_000): Buffer =>
  Buffer.from(`${open.repeat(depth)}x${close.repeat(depth)}`);
const archive = (path: string, content: string): Buffer => zipOf([{ name: path, content: Buffer.from(content) }]);
const oldOffice = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)]);

const others: HostileFile[] = [
  ["an empty file", "empty.txt", Buffer.alloc(0)],
  ["blanks", "blanks.txt", Buffer.from(" \n\t\n")],
  ["bytes", "bytes.txt", Buffer.alloc(3_000, 7)],
  ["a picture", "picture.pdf", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ["rich text", "rich.docx", Buffer.from("{\\rtf1 Hello}")],
  ["an old Office file", "old.doc", oldOffice],
  ["a locked PDF", "locked.pdf", pdfOf([[{ text: "Hello" }]], { locked: true })],
  ["a PDF of pictures", "scan.pdf", pdfOf([[], []], { picture: true })],
  ["a PDF that is only its first line", "head.pdf", Buffer.from("%PDF-1.7\n")],
  ["an archive of nothing", "empty.zip", Buffer.from(`504b0506${"00".repeat(18)}`, "hex")],
  ["an archive of other things", "other.zip", archive("a.txt", "Hello")],
  ["a Word file without XML", "broken.docx", archive("word/document.xml", "no XML at all")],
  ["a Word file without text", "blank.docx", archive("word/document.xml", "")],
  ["slides without a presentation", "broken.pptx", archive("ppt/presentation.xml", "<p>")],
  ["a workbook without sheets", "broken.xlsx", archive("xl/workbook.xml", "<workbook><sheets/></workbook>")],
  ["a book without a list of parts", "broken.epub", archive("META-INF/container.xml", "<container/>")],
  ["a binary workbook", "binary.xlsb", archive("xl/workbook.bin", "x")],
  ["JSON that is none", "broken.json", Buffer.from('{"a": [1, 2')],
  ["lines of JSON with one that is none", "broken.jsonl", Buffer.from('{"a":1}\n{"a":\n')],
  ["deep JSON", "deep.json", deep("[", "]")],
  ["deep HTML", "deep.html", deep("<div>", "</div>")],
  ["HTML without text", "blank.html", Buffer.from("<!doctype html><html><body><script>1</script></body></html>")],
];

const formatsOfText = ["txt", "md", "html", "csv", "tsv", "json", "jsonl", "eml"];
const formatsOfAll = [...Object.keys(whole), ...formatsOfText];
const magic: Record<string, Buffer> = {
  "that is empty": Buffer.alloc(0),
  "that is a picture": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  "that is a program": Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(500)]),
  "that is another archive": archive("a.txt", "Hello"),
};

const mainParts: Record<string, string> = {
  docx: "word/document.xml",
  pptx: "ppt/presentation.xml",
  xlsx: "xl/workbook.xml",
  epub: "META-INF/container.xml",
};
const locked = '<manifest:encryption-data xmlns:manifest="m"/>';
const drm = '<encryption><CipherReference URI="OPS/text/chapter%200.xhtml"/></encryption>';
const bomb = (name: string): Buffer => zipOf([{ name, content: Buffer.alloc(300 * 1024 * 1024, 32) }]);

/** Made so that reading them costs much, or encrypted. */
const made: HostileFile[] = [
  ...Object.entries(mainParts).flatMap(([format, name]): HostileFile[] => [
    [`an encrypted part in ${format}`, `locked.${format}`, zipOf([{ name, content: "x", flags: 1 }])],
    [`a lie about a size in ${format}`, `lie.${format}`, zipOf([{ name, content: "x".repeat(9_000), claimedSize: 5 }])],
    [`a size of 4 GB in ${format}`, `huge.${format}`, zipOf([{ name, content: "x", claimedSize: 0xfffffffe }])],
  ]),
  ["a locked text document", "locked.odt", odtOf("<text:p>Hello</text:p>", { manifest: locked })],
  ["a book with DRM", "drm.epub", epubOf("B", ["<p>A</p>"], [{ name: "META-INF/encryption.xml", content: drm }])],
  ["a document that inflates to 300 MB", "bomb.docx", bomb("word/document.xml")],
  ["a workbook that inflates to 300 MB", "bomb.xlsx", bomb("xl/workbook.xml")],
];

/** Files that a program damaged, or somebody made to be read badly. */
export const hostileFiles: HostileFile[] = [
  ...Object.entries(whole).flatMap(([format, content]) =>
    Object.entries(damages).map(
      ([how, damage]): HostileFile => [`a file of ${format} ${how}`, `file.${format}`, damage(content)],
    ),
  ),
  ...formatsOfAll.flatMap((format) =>
    Object.entries(magic).map(
      ([how, content]): HostileFile => [`a file of ${format} ${how}`, `file.${format}`, content],
    ),
  ),
  ...others,
  ...made,
];
