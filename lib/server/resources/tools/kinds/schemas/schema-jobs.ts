import { truncate } from "../../../../../utils/text/truncate.ts";
import { DocumentError } from "../openapi/document-error.ts";
import { keepOperations } from "../openapi/keep-operations.ts";
import type { OpenApiReading, OperationOutline } from "../openapi/operation.ts";
import { readOpenApi } from "../openapi/read-openapi.ts";
import { type McpListing, readMcpTools } from "./read-tools.ts";

/** UTF-16 units of a result's JSON. */
const maxResult = 4_000_000;

/** The jobs with their input and result. */
export interface SchemaJobs {
  /** All operations of a document, for selection. */
  outline: [given: { text: string; from: string | null }, result: OpenApiReading<OperationOutline>];
  /** The selected operations with their schemas. */
  operations: [given: { text: string; from: string | null; ids: readonly string[] }, result: OpenApiReading];
  /** The document reduced to the selected operations. */
  keep: [given: { text: string; ids: readonly string[] }, result: string];
  tools: [given: { tools: unknown }, result: McpListing];
}

export type SchemaJob = { [Ask in keyof SchemaJobs]: { ask: Ask; given: SchemaJobs[Ask][0] } }[keyof SchemaJobs];
export type SchemaReply = { result: unknown } | { problem: string };

function createOutline(text: string, from: string | null): OpenApiReading<OperationOutline> {
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

function computeResult({ ask, given }: SchemaJob): unknown {
  switch (ask) {
    case "outline":
      return createOutline(given.text, given.from);
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

/** Runs one job. The reply has a bounded size for any document. */
export function doSchemaJob(job: SchemaJob): SchemaReply {
  try {
    const result = computeResult(job);
    if (JSON.stringify(result).length > maxResult)
      return { problem: "The content is too large. Choose fewer items or make it smaller." };
    return { result };
  } catch (error) {
    if (error instanceof DocumentError) return { problem: error.message };
    const why = error instanceof Error ? error.message : String(error);
    return { problem: `The schema can't be read: ${truncate(why, 200)}.` };
  }
}
