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
export function findFormatByName(filename: string): Format | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  return otherNames[extension] ?? formats.find((format) => format === extension);
}

/** The format's name in sentences. */
export const formatLabels: Record<Format, string> = {
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
  odt: "an OpenDocument text file",
  eml: "an email",
};
