import { extname } from "node:path";

/** Media types that Muster can parse, with the names that services use. */
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

/** The stored filename, with the extension that selects the parser; undefined for unsupported types. */
export function toReadableName(name: string, type: string): string | undefined {
  if (extensions.has(extname(name).toLowerCase())) return name;
  const extension = types[type.split(";")[0]?.trim().toLowerCase() ?? ""];
  return extension && `${name}${extension}`;
}
