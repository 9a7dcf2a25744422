import type { HttpDefinition } from "@/lib/contract/tools/kinds/http";
import type { HttpOperation } from "../openapi/operation";
import { readSchemas } from "../schemas/read-schemas";
import { type ModelSchema, SchemaReader } from "../shared/schema-reader";
import { ToolError } from "../shared/tool-error";
import { checkTemplate } from "./template";

/** One function of an HTTP tool. `operation` is null for a template. */
interface HttpFunction {
  /** Null: the only function, which has the tool's name. */
  id: string | null;
  description: string;
  parameters: ModelSchema;
  operation: HttpOperation | null;
}

export interface PreparedHttp {
  /** For a document's operations; null for a template, which contains its address. */
  server: string | null;
  functions: HttpFunction[];
}

function toDescription({ summary, deprecated }: HttpOperation): string {
  return deprecated ? `${summary} (deprecated)` : summary;
}

/** For the model: the supported part of a user-defined schema. */
function prepareParameters(schema: Record<string, unknown>): ModelSchema {
  const reader = new SchemaReader(schema);
  const read = reader.read(schema);
  return { ...read, type: "object", properties: read.properties ?? {} };
}

/**
 * The functions of a definition, computed when it is saved and stored with it as plain JSON. Throws a `ToolError` at the
 * invalid field.
 */
export async function prepareHttp(
  definition: HttpDefinition,
  teamId: string,
  signal: AbortSignal,
): Promise<PreparedHttp> {
  if (definition.source === "request") {
    checkTemplate(definition.request, definition.parameters);
    const parameters = prepareParameters(definition.parameters);
    return { server: null, functions: [{ id: null, description: "", parameters, operation: null }] };
  }
  const chosen = new Set(definition.operations);
  const given = { text: definition.document, from: definition.address, ids: [...chosen] };
  const reading = await readSchemas("operations", given, { teamId, signal, field: "document" });
  const byId = new Map(reading.operations.map((operation) => [operation.id, operation]));
  const operations = [...chosen].map((id) => {
    const operation = byId.get(id);
    if (!operation)
      throw new ToolError(`The document has no operation “${id}”. Choose again.`, { field: "operations" });
    if (!operation.callable)
      throw new ToolError(`“${id}” can't be called: ${operation.problems[0]}`, { field: "operations" });
    return operation;
  });
  const server = definition.server ?? reading.servers[0];
  if (server === undefined)
    throw new ToolError("The document contains no full server URL. Enter the service's URL.", { field: "server" });
  return {
    server,
    functions: operations.map((operation) => ({
      id: operations.length === 1 ? null : operation.id,
      description: toDescription(operation),
      parameters: operation.parameters,
      operation,
    })),
  };
}
