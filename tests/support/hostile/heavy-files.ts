import { docxOf, paragraph } from "../knowledge/docx";
import { epubOf } from "../knowledge/epub";
import { odtOf } from "../knowledge/odt";
import { pdfOf } from "../knowledge/pdf";
import { pptxOf } from "../knowledge/pptx";
import { xlsxOf } from "../knowledge/xlsx";
import { zipOf } from "../knowledge/zip";
import { hostileFiles } from "./files";

export interface HeavyFile {
  title: string;
  filename: string;
  make: () => Buffer;
}

const megabyte = 1024 * 1024;
const size = 8 * megabyte;
const text = (unit: string, bytes = size): Buffer => Buffer.from(unit.repeat(Math.floor(bytes / unit.length)));
const within = (before: string, unit: string, after: string, bytes = size): Buffer =>
  Buffer.from(`${before}${unit.repeat(Math.floor(bytes / unit.length))}${after}`);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const mail = (header: string): string => `From: a@example.test\nSubject: a\n${header}\n\nText\n`;
const expanding = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${numbers(20)
  .map((i) => `<!ENTITY a${i} "${`&${i === 0 ? "a" : `a${i - 1}`};`.repeat(10)}">`)
  .join("")}]><a>&a19;</a>`;

/** Files of every format that is read, of some megabytes in all or unpacked, each made to cost its reader much. */
const large: HeavyFile[] = [
  { title: "spaces", filename: "a.txt", make: () => text(" ") },
  { title: "lines", filename: "a.txt", make: () => text("\n") },
  { title: "one word", filename: "a.txt", make: () => text("a") },
  { title: "sentences", filename: "a.txt", make: () => text("A b. ") },
  { title: "headings", filename: "a.md", make: () => text("# a\n") },
  { title: "quotations", filename: "a.md", make: () => text(">") },
  { title: "emphasis", filename: "a.md", make: () => text("*_") },
  { title: "cells", filename: "a.csv", make: () => text("a,") },
  { title: "rows", filename: "a.csv", make: () => text("a\n") },
  { title: "quotes", filename: "a.csv", make: () => text('"') },
  { title: "empty lists", filename: "a.json", make: () => within("[", "[],", "[]]") },
  { title: "brackets", filename: "a.json", make: () => text("[") },
  { title: "records", filename: "a.json", make: () => within("[", '{"a":1},', "1]") },
  { title: "lines of records", filename: "a.jsonl", make: () => text('{"a":1}\n') },
  { title: "tags", filename: "a.html", make: () => within("<html><body>", "<b>", "</body>") },
  { title: "divs", filename: "a.html", make: () => within("<html><body>", "<div>a", "</body>") },
  { title: "attributes", filename: "a.html", make: () => within("<html><body><p ", "a=b ", ">a</p>") },
  { title: "tables", filename: "a.html", make: () => within("<html><body>", "<table><tr><td>", "a</body>") },
  { title: "links", filename: "a.html", make: () => within("<html><body>", "<a href=/a>a</a>", "</body>") },
  { title: "headers", filename: "a.eml", make: () => Buffer.from(mail("X-A: a\n".repeat(size / 7))) },
  {
    title: "parts",
    filename: "a.eml",
    make: () => Buffer.from(`${mail('Content-Type: multipart/mixed; boundary="b"')}${"--b\n\na\n".repeat(size / 7)}`),
  },
  { title: "paragraphs", filename: "a.docx", make: () => docxOf(paragraph("a").repeat(200_000)) },
  { title: "nested elements", filename: "a.docx", make: () => docxOf("<w:p>".repeat(1_000_000)) },
  {
    title: "expanding entities",
    filename: "a.docx",
    make: () => zipOf([{ name: "word/document.xml", content: expanding }]),
  },
  { title: "paragraphs", filename: "a.odt", make: () => odtOf("<text:p>a</text:p>".repeat(200_000)) },
  { title: "slides", filename: "a.pptx", make: () => pptxOf(numbers(1_000).map(() => ({ title: "a".repeat(1_000) }))) },
  {
    title: "rows",
    filename: "a.xlsx",
    make: () => xlsxOf([{ name: "A", rows: numbers(200_000).map((i) => [i, "a"]) }]),
  },
  {
    title: "chapters",
    filename: "a.epub",
    make: () =>
      epubOf(
        "A",
        numbers(1_000).map(() => "<p>a</p>".repeat(200)),
      ),
  },
  { title: "pages", filename: "a.pdf", make: () => pdfOf(numbers(500).map(() => [{ text: "a".repeat(200) }])) },
  {
    title: "an archive of zeros",
    filename: "a.docx",
    make: () => zipOf([{ name: "word/document.xml", content: Buffer.alloc(200 * megabyte) }]),
  },
  {
    title: "an archive of many entries",
    filename: "a.docx",
    make: () => zipOf(numbers(60_000).map((i) => ({ name: `word/${i}.xml`, content: "a", stored: true }))),
  },
];

export const heavyFiles: HeavyFile[] = [
  ...large.map((file) => ({ ...file, title: `${file.filename} of ${file.title}` })),
  ...hostileFiles.map(([title, filename, content]) => ({ title, filename, make: () => content })),
];
