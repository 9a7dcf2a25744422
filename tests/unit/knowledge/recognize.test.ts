import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { detectFormat } from "@/lib/server/engine/parsing/detect/recognize";
import { docxOf, paragraph } from "../../support/knowledge/docx";
import { epubOf } from "../../support/knowledge/epub";
import { odtOf } from "../../support/knowledge/odt";
import { fileWith, refusalOf } from "../../support/knowledge/parse-bytes";
import { pdfOf } from "../../support/knowledge/pdf";
import { pptxOf } from "../../support/knowledge/pptx";
import { xlsxOf } from "../../support/knowledge/xlsx";
import { zipOf } from "../../support/knowledge/zip";

const mail = "Received: from a\r\nFrom: ada@example.test\r\nSubject: Hello\r\n\r\nText\r\n";
const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080200000090775 3de".replace(" ", ""), "hex"),
  deflateSync(Buffer.alloc(300)),
]);
const compound = (stream: string): Buffer =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(504),
    Buffer.from(stream, "utf16le"),
    Buffer.alloc(64),
  ]);

describe("a file is what is in it", () => {
  test.each<[string, string | Buffer, string]>([
    ["a PDF called .txt", pdfOf([[{ text: "Hello" }]]), "a.txt"],
    ["a PDF behind some bytes", Buffer.concat([Buffer.from("\n\n"), pdfOf([[{ text: "Hello" }]])]), "a.docx"],
    ["a PDF behind another thing", Buffer.concat([Buffer.from("@PJL\n"), pdfOf([[{ text: "Hello" }]])]), "a.pdf"],
  ])("%s", async (_, content, name) => {
    expect(await detectFormat(fileWith(content), name)).toBe("pdf");
  });

  test.each<[string, string | Buffer, string]>([
    ["docx", docxOf(paragraph("Hello")), "a.xlsx"],
    ["pptx", pptxOf([{ title: "Hello" }]), "a"],
    ["xlsx", xlsxOf([{ name: "A", rows: [[1]] }]), "a.zip"],
    ["epub", epubOf("Book", ["<p>Hello</p>"]), "a.zip"],
    ["odt", odtOf("<text:p>Hello</text:p>"), "a.doc"],
    ["html", "<!-- page -->\n<!DOCTYPE html><p>Hello", "a.txt"],
    ["html", '<?xml version="1.0"?>\n<html xmlns="x"><p>Hello</p></html>', "a.csv"],
    ["eml", mail, "a.txt"],
    ["eml", "Subject: only what the name says\n\nText", "a.eml"],
    ["md", "# Hello", "a.MD"],
    ["csv", "a,b", "a.csv"],
    ["jsonl", "{}", "a.ndjson"],
    ["txt", "a,b", "a"],
    ["txt", "print('hello')", "a.py"],
    ["txt", "no PDF at all", "a.pdf"],
    ["txt", "Such files begin with %PDF-1.4", "a.txt"],
  ])("%s", async (format, content, name) => {
    expect(await detectFormat(fileWith(content), name)).toBe(format);
  });
});

const others =
  "Upload text, Markdown, HTML, PDF, Word, PowerPoint, Excel, CSV, JSON, EPUB, OpenDocument text or email files.";

test.each<[string, string | Buffer, string]>([
  ["an empty file", "", "empty: This file is empty. Check it and upload it again."],
  ["blanks", " \n\t\n", "no_text: This file contains no text. Check that it is the correct file and upload it again."],
  ["a picture", png, `unsupported: Files of type image/png aren't supported. ${others}`],
  ["bytes", Buffer.alloc(3_000, 7), `unsupported: This file contains no readable text. ${others}`],
  ["rich text", "{\\rtf1 Hello}", `unsupported: This is a rich text file (.rtf). Save it as .docx. ${others}`],
  [
    "an archive",
    zipOf([{ name: "a.txt", content: "a" }]),
    `unsupported: This is an archive. Unpack it and upload the files in it. ${others}`,
  ],
  [
    "a spreadsheet of OpenDocument",
    odtOf("", { kind: "spreadsheet" }),
    `unsupported: This OpenDocument file isn't a text document. Save it as .xlsx, .pptx or .pdf. ${others}`,
  ],
  [
    "a binary workbook",
    zipOf([{ name: "xl/workbook.bin", content: "a" }]),
    `unsupported: This is a binary Excel workbook (.xlsb). Save it as .xlsx. ${others}`,
  ],
  [
    "old Word",
    compound("WordDocument"),
    "unsupported: This is an old Word document (.doc). Save it as .docx and upload the new file.",
  ],
  [
    "old Excel",
    compound("Workbook"),
    "unsupported: This is an old Excel workbook (.xls). Save it as .xlsx and upload the new file.",
  ],
  [
    "a Word document with a password",
    compound("EncryptedPackage"),
    "protected: This file is password-protected. Remove the password and upload it again.",
  ],
  [
    "an OpenDocument text with a password",
    odtOf("", { manifest: "<encryption-data/>" }),
    "protected: This file is password-protected. Remove the password and upload it again.",
  ],
  [
    "a zip entry with a password",
    zipOf([{ name: "word/document.xml", content: "a", flags: 1 }]),
    "protected: This file is password-protected. Remove the password and upload it again.",
  ],
  [
    "a PDF with a password",
    pdfOf([[{ text: "Hello" }]], { locked: true }),
    "protected: This PDF is password-protected. Remove the password and upload it again.",
  ],
  [
    "half an archive",
    docxOf(paragraph("Hello")).subarray(0, 300),
    "damaged: This can't be read as a document: it is damaged or incomplete. Open it in its original program, save it again, and upload the new file.",
  ],
  [
    "half a PDF",
    Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type"),
    "damaged: This can't be read as a PDF: it is damaged or incomplete. Open it in its original program, save it again, and upload the new file.",
  ],
  [
    "a Word document without its body",
    zipOf([{ name: "word/document.xml", content: "<w:document" }]),
    "damaged: This can't be read as a Word document: it is damaged or incomplete. Open it in its original program, save it again, and upload the new file.",
  ],
])("%s is refused with a reason", async (_, content, sentence) => {
  expect(await refusalOf(content, "upload")).toBe(sentence);
});
