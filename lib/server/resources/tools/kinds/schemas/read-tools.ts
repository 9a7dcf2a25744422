import type { McpTool } from "@/lib/contract/tools/kinds/mcp";
import { isObject } from "../../../../../utils/json/is-object.ts";
import { truncate } from "../../../../../utils/text/truncate.ts";
import { getOwn } from "../shared/pointers.ts";
import { SchemaReader } from "../shared/schema-reader.ts";

export interface McpListing {
  tools: McpTool[];
  problems: string[];
}

const maxTools = 200;
const maxName = 200;
const maxEntries = 2_000;
/** For all tools together, as is the next one. */
const maxTotalEntries = 40_000;
/** UTF-16 units of the schemas' JSON. */
const maxSchemas = 2_000_000;

const text = (value: unknown, maxLength: number): string =>
  typeof value === "string" ? truncate(value.slice(0, 2 * maxLength).trim(), maxLength) : "";

function toTool(tool: unknown, name: string, entries: number): McpTool {
  const inputSchema = getOwn(tool, "inputSchema");
  const annotations = getOwn(tool, "annotations");
  const reader = new SchemaReader(inputSchema, entries);
  const read = reader.read(inputSchema);
  const title = text(getOwn(tool, "title") ?? getOwn(annotations, "title"), 200);
  const readOnly = getOwn(annotations, "readOnlyHint") === true;
  return {
    name,
    title: title || null,
    description: text(getOwn(tool, "description"), 4_000),
    parameters: { ...read, type: "object", properties: isObject(read.properties) ? read.properties : {} },
    readOnly,
    // MCP's default: a tool without hints may be destructive.
    destructive: !readOnly && getOwn(annotations, "destructiveHint") !== false,
    problems: [...reader.problems],
  };
}

/** The uniquely named tools in an MCP server's list, within limits. */
export function readMcpTools(list: unknown): McpListing {
  const tools = Array.isArray(list) ? list : [];
  const byName = new Map<string, unknown>();
  for (const tool of tools) {
    const name = getOwn(tool, "name");
    if (typeof name === "string" && name.length > 0 && name.length <= maxName) byName.set(name, tool);
  }
  const problems: string[] = [];
  if (byName.size < tools.length) problems.push("Functions without a valid, unique name are omitted.");
  if (byName.size > maxTools) problems.push(`Only the first ${maxTools} of ${byName.size} functions are shown.`);
  const shown = [...byName].slice(0, maxTools);
  const entries = Math.min(maxEntries, Math.floor(maxTotalEntries / Math.max(1, shown.length)));
  let left = maxSchemas;
  const read = shown.map(([name, tool]) => {
    const found = toTool(tool, name, entries);
    left -= JSON.stringify(found.parameters).length;
    if (left >= 0) return found;
    const parameters = { type: "object", properties: {} };
    return {
      ...found,
      parameters,
      problems: ["The functions are too large in total. This function's parameters aren't described."],
    };
  });
  return { tools: read, problems };
}
