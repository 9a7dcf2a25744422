/** Supported formats by file extension. */
const formats = [
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

/** The format by the file's extension. */
export function namedFormat(filename: string): Format | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  return otherNames[ending] ?? formats.find((format) => format === ending);
}

/** The format's name in sentences. */
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
