import type { HttpDefinition } from "@/lib/contract/tool-kinds/http";
import { readSchemas } from "../read-schemas";
import { type ModelSchema, SchemaReader } from "../schema-reader";
import { ToolError } from "../tool-error";
import type { HttpOperation } from "./operation";
import { checkTemplate } from "./template";

/** One function of an HTTP tool. `operation` is null where the tool is a template. */
export interface HttpFunction {
  /** Null: the tool has only this one, and it has the tool's name. */
  id: string | null;
  description: string;
  parameters: ModelSchema;
  operation: HttpOperation | null;
}

export interface PreparedHttp {
  /** Of a document's operations; null for a template, which has its own address. */
  server: string | null;
  functions: HttpFunction[];
}

function described({ summary, deprecated }: HttpOperation): string {
  return deprecated ? `${summary} (deprecated)` : summary;
}

/** For the model: what is understood of a schema that a person wrote. */
function preparedParameters(schema: Record<string, unknown>): ModelSchema {
  const reader = new SchemaReader(schema);
  const read = reader.read(schema);
  return { ...read, type: "object", properties: read.properties ?? {} };
}

/**
 * What a definition lets a model call. To be asked when it is saved: it throws a `ToolError` at the field that is wrong. It is
 * plain JSON and can be kept beside the definition.
 */
export async function prepareHttp(
  definition: HttpDefinition,
  teamId: string,
  signal: AbortSignal,
): Promise<PreparedHttp> {
  if (definition.source === "request") {
    checkTemplate(definition.request, definition.parameters);
    const parameters = preparedParameters(definition.parameters);
    return { server: null, functions: [{ id: null, description: "", parameters, operation: null }] };
  }
  const chosen = new Set(definition.operations);
  const given = { text: definition.document, from: definition.address, ids: [...chosen] };
  const reading = await readSchemas("operations", given, { teamId, signal, field: "document" });
  const byId = new Map(reading.operations.map((operation) => [operation.id, operation]));
  const operations = [...chosen].map((id) => {
    const operation = byId.get(id);
    if (!operation)
      throw new ToolError(`The document has no operation "${id}". Choose again.`, { field: "operations" });
    if (!operation.callable)
      throw new ToolError(`"${id}" cannot be called: ${operation.problems[0]}`, { field: "operations" });
    return operation;
  });
  const server = definition.server ?? reading.servers[0];
  if (server === undefined)
    throw new ToolError("The document names no full server address. Enter the service's address.", { field: "server" });
  return {
    server,
    functions: operations.map((operation) => ({
      id: operations.length === 1 ? null : operation.id,
      description: described(operation),
      parameters: operation.parameters,
      operation,
    })),
  };
}
