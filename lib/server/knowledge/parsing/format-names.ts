/** What Muster reads, by the names that the files' formats end in. */
export const formats = [
  "txt",
  "md",
  "html",
  "pdf",
  "docx",
  "pptx",
  "xlsx",
  "csv",
  "tsv",
  "json",
  "jsonl",
  "epub",
  "odt",
  "eml",
] as const;
export type Format = (typeof formats)[number];

const otherNames: Record<string, Format> = {
  text: "txt",
  log: "txt",
  markdown: "md",
  mdx: "md",
  htm: "html",
  xhtml: "html",
  tab: "tsv",
  ndjson: "jsonl",
};

/** What a file's name says it is. */
export function namedFormat(filename: string): Format | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  return otherNames[ending] ?? formats.find((format) => format === ending);
}

/** How a sentence speaks of it. */
export const formatWords: Record<Format, string> = {
  txt: "a text file",
  md: "a Markdown file",
  html: "an HTML page",
  pdf: "a PDF",
  docx: "a Word document",
  pptx: "a PowerPoint presentation",
  xlsx: "an Excel workbook",
  csv: "a CSV file",
  tsv: "a TSV file",
  json: "a JSON file",
  jsonl: "a JSON Lines file",
  epub: "an EPUB book",
  odt: "an OpenDocument text",
  eml: "an e-mail",
};
