import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { formatBytes } from "@/lib/utils/text/bytes";
import { truncate } from "@/lib/utils/text/truncate";
import { boundValue } from "../shared/bounded-result";

export interface McpResult {
  text?: string;
  structured?: unknown;
  note?: string;
}

const measureBase64 = (base64: string): string => formatBytes(Math.floor((base64.length * 3) / 4));

function toText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}: ${truncate(block.mimeType, 100)}, ${measureBase64(block.data)}, not shown]`;
    case "resource_link":
      return `[link: ${truncate(block.name, 200)} ${truncate(block.uri, 1_000)}]`;
    case "resource": {
      const { resource } = block;
      const uri = truncate(resource.uri, 1_000);
      if ("text" in resource) return `[${uri}]\n${resource.text}`;
      return `[file: ${uri}, ${truncate(resource.mimeType ?? "unknown type", 100)}, ${measureBase64(resource.blob)}, not shown]`;
    }
    default:
      return "[unsupported content]";
  }
}

/** A larger structure is truncated anyway. */
const maxCompared = 200_000;

function isSameContent(text: string, structured: unknown): boolean {
  if (text.length > maxCompared) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

/** A tool's result for the model, within limits. */
export function readResult({ content = [], structuredContent }: CallToolResult): McpResult {
  const text = content.map(toText).join("\n\n");
  if (structuredContent === undefined) {
    const { value, note } = boundValue(text);
    return { text: String(value), ...(note && { note }) };
  }
  const { value, note } = boundValue(structuredContent, 40_000);
  // Servers repeat structured content as text, for older clients.
  if (text === "" || isSameContent(text, structuredContent)) return { structured: value, ...(note && { note }) };
  const boundedText = boundValue(text, 10_000);
  const notes = [note, boundedText.note].filter(Boolean).join(" ");
  return { text: String(boundedText.value), structured: value, ...(notes && { note: notes }) };
}
