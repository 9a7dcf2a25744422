import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { formatBytes } from "@/lib/utils/bytes";
import { cutText } from "@/lib/utils/cut-text";
import { boundedValue } from "../bounded-result";

export interface McpResult {
  text?: string;
  structured?: unknown;
  note?: string;
}

const sizeOf = (base64: string): string => formatBytes(Math.floor((base64.length * 3) / 4));

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${cutText(block.mimeType, 100)}, ${sizeOf(block.data)}, not shown]`;
    case "resource_link":
      return `[link: ${cutText(block.name, 200)} ${cutText(block.uri, 1_000)}]`;
    case "resource": {
      const { resource } = block;
      const uri = cutText(resource.uri, 1_000);
      if ("text" in resource) return `[${uri}]\n${resource.text}`;
      return `[file: ${uri}, ${cutText(resource.mimeType ?? "of no type", 100)}, ${sizeOf(resource.blob)}, not shown]`;
    }
    default:
      return "[content of a kind that is not known here]";
  }
}

/** A structure that is larger is cut anyway, whatever its text says. */
const maxCompared = 200_000;

function isSame(text: string, structured: unknown): boolean {
  if (text.length > maxCompared) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

/** What a tool answered, as a model reads it, within bounds. */
export function readResult({ content = [], structuredContent }: CallToolResult): McpResult {
  const text = content.map(textOf).join("\n\n");
  if (structuredContent === undefined) {
    const { value, note } = boundedValue(text);
    return { text: String(value), ...(note && { note }) };
  }
  const { value, note } = boundedValue(structuredContent, 40_000);
  // Servers repeat what is structured as text, for clients that read only that.
  if (text === "" || isSame(text, structuredContent)) return { structured: value, ...(note && { note }) };
  const beside = boundedValue(text, 10_000);
  const notes = [note, beside.note].filter(Boolean).join(" ");
  return { text: String(beside.value), structured: value, ...(notes && { note: notes }) };
}
