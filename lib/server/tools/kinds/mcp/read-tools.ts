import type { McpTool } from "@/lib/contract/tool-kinds/mcp";
import { cutText } from "../../../../utils/cut-text.ts";
import { isObject } from "../../../../utils/is-object.ts";
import { own, SchemaReader } from "../schema-reader.ts";

export interface McpListing {
  tools: McpTool[];
  problems: string[];
}

const mostTools = 200;
const mostName = 200;
const maxEntries = 2_000;
/** Of all tools together, as is the next. */
const maxEntriesInAll = 40_000;
/** UTF-16 units of the JSON of the schemas. */
const maxSchemas = 2_000_000;

const text = (value: unknown, most: number): string =>
  typeof value === "string" ? cutText(value.slice(0, 2 * most).trim(), most) : "";

function toolOf(tool: unknown, name: string, entries: number): McpTool {
  const inputSchema = own(tool, "inputSchema");
  const annotations = own(tool, "annotations");
  const reader = new SchemaReader(inputSchema, entries);
  const read = reader.read(inputSchema);
  const title = text(own(tool, "title") ?? own(annotations, "title"), 200);
  const readOnly = own(annotations, "readOnlyHint") === true;
  return {
    name,
    title: title || null,
    description: text(own(tool, "description"), 4_000),
    parameters: { ...read, type: "object", properties: isObject(read.properties) ? read.properties : {} },
    readOnly,
    // As MCP has it: what says nothing may destroy.
    destructive: !readOnly && own(annotations, "destructiveHint") !== false,
    problems: [...reader.problems],
  };
}

/** The tools in an MCP server's list that have a name of their own, within bounds. */
export function readMcpTools(list: unknown): McpListing {
  const tools = Array.isArray(list) ? list : [];
  const byName = new Map<string, unknown>();
  for (const tool of tools) {
    const name = own(tool, "name");
    if (typeof name === "string" && name.length > 0 && name.length <= mostName) byName.set(name, tool);
  }
  const problems: string[] = [];
  if (byName.size < tools.length) problems.push("Tools without a usable name of their own are left out.");
  if (byName.size > mostTools) problems.push(`Of its ${byName.size} tools only the first ${mostTools} are shown.`);
  const shown = [...byName].slice(0, mostTools);
  const entries = Math.min(maxEntries, Math.floor(maxEntriesInAll / Math.max(1, shown.length)));
  let left = maxSchemas;
  const read = shown.map(([name, tool]) => {
    const found = toolOf(tool, name, entries);
    left -= JSON.stringify(found.parameters).length;
    if (left >= 0) return found;
    const parameters = { type: "object", properties: {} };
    return { ...found, parameters, problems: ["The tools are so large together that this one is left open."] };
  });
  return { tools: read, problems };
}
