import { cutText } from "../../../utils/cut-text.ts";
import { DocumentError } from "./http/document-error.ts";
import { keepOperations } from "./http/keep-operations.ts";
import type { OpenApiReading, OperationOutline } from "./http/operation.ts";
import { readOpenApi } from "./http/read-openapi.ts";
import { type McpListing, readMcpTools } from "./mcp/read-tools.ts";

/** UTF-16 units of the JSON of one result. */
const maxResult = 4_000_000;

/** What can be asked of a foreign document, and what comes of it. */
export interface SchemaJobs {
  /** All operations of a document, to choose from. */
  outline: [given: { text: string; from: string | null }, result: OpenApiReading<OperationOutline>];
  /** The chosen operations with their schemas. */
  operations: [given: { text: string; from: string | null; ids: readonly string[] }, result: OpenApiReading];
  /** The document without all that the chosen operations do not need. */
  keep: [given: { text: string; ids: readonly string[] }, result: string];
  /** The tools of an MCP server. */
  tools: [given: { tools: unknown }, result: McpListing];
}

export type SchemaJob = { [Ask in keyof SchemaJobs]: { ask: Ask; given: SchemaJobs[Ask][0] } }[keyof SchemaJobs];
export type SchemaReply = { result: unknown } | { problem: string };

function outline(text: string, from: string | null): OpenApiReading<OperationOutline> {
  const reading = readOpenApi(text, from);
  const operations = reading.operations.map(({ id, method, path, summary, deprecated, callable, problems }) => ({
    id,
    method,
    path,
    summary,
    deprecated,
    callable,
    problems: problems.slice(0, 5),
  }));
  return { ...reading, operations };
}

function resultOf({ ask, given }: SchemaJob): unknown {
  switch (ask) {
    case "outline":
      return outline(given.text, given.from);
    case "operations":
      return readOpenApi(given.text, given.from, new Set(given.ids));
    case "keep":
      return keepOperations(given.text, given.ids);
    case "tools":
      return readMcpTools(given.tools);
    default:
      return ask satisfies never;
  }
}

/** Does one job. Whatever a document makes of it, there is a reply of bounded size. */
export function doSchemaJob(job: SchemaJob): SchemaReply {
  try {
    const result = resultOf(job);
    if (JSON.stringify(result).length > maxResult)
      return { problem: "What it describes is too large. Choose less of it, or make it smaller." };
    return { result };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `It cannot be read: ${cutText(why, 200)}.` };
  }
}
