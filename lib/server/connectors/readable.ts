import { extname } from "node:path";

/** Files that Muster can make text of, by what their services call them. */
const types: Record<string, string> = {
  "text/plain": ".txt",
  "text/markdown": ".md",
  "text/html": ".html",
  "text/csv": ".csv",
  "text/tab-separated-values": ".tsv",
  "application/pdf": ".pdf",
  "application/json": ".json",
  "application/x-ndjson": ".jsonl",
  "application/epub+zip": ".epub",
  "application/vnd.oasis.opendocument.text": ".odt",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "message/rfc822": ".eml",
};
const extensions = new Set([...Object.values(types), ".htm", ".markdown", ".text", ".log"]);

/** The name under which a file is kept, with the extension by which it is read; undefined for what Muster cannot read. */
export function readableName(name: string, type: string): string | undefined {
  if (extensions.has(extname(name).toLowerCase())) return name;
  const extension = types[type.split(";")[0]?.trim().toLowerCase() ?? ""];
  return extension && `${name}${extension}`;
}
