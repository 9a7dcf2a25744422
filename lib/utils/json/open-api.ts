import { pluralize } from "@/lib/utils/text/pluralize";
export interface JsonSchema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  resource: string;
  summary: string;
  description: string;
  parameters: { name: string; in: "path" | "query" | "header"; required: boolean; schema: JsonSchema }[];
  body: JsonSchema | undefined;
  multipart: boolean;
  answer: JsonSchema | undefined;
}

interface Content {
  content?: Record<string, { schema: JsonSchema }>;
}
interface RawOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: Operation["parameters"];
  requestBody?: Content;
  responses: { "200": Content };
}

const scim = "application/scim+json";

/** Returns the operations of the server's OpenAPI document, in order. */
export function listOperations(document: unknown): Operation[] {
  const { paths = {} } = document as { paths?: Record<string, Record<string, RawOperation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody?.content ?? {};
      const answered = operation.responses["200"].content;
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        resource: operation.tags[0] ?? "",
        summary: operation.summary,
        description: operation.description ?? "",
        parameters: operation.parameters,
        body: body["application/json"]?.schema ?? body["multipart/form-data"]?.schema ?? body[scim]?.schema,
        multipart: "multipart/form-data" in body,
        answer: (answered?.["application/json"] ?? answered?.[scim])?.schema,
      };
    }),
  );
}

/** Describes a value's type: `string`, `number or null`, `list of strings`, `one of llm, embedding`. */
export function typeLabel(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeLabel))].join(" or ");
  if (schema.type === "array") {
    const item = schema.items ? typeLabel(schema.items) : "anything";
    return `list of ${item === "anything" || item.includes(" ") ? item : `${item}s`}`;
  }
  if (schema.format === "date-time") return "date";
  return [schema.type ?? "anything"].flat().join(" or ");
}

/** Describes limits and default: `1 to 100 characters`, `default 20`. */
export function limitsLabel(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = schema;
  const from = minLength ?? minimum;
  const to = maxLength ?? maximum;
  const unit = maxLength === undefined && minLength === undefined ? "" : " characters";
  const isUnbounded = to !== undefined && Math.abs(to) >= Number.MAX_SAFE_INTEGER;
  return [
    to !== undefined && !isUnbounded
      ? `${from && from > -Number.MAX_SAFE_INTEGER ? `${from} to` : "up to"} ${to}${unit}`
      : "",
    maxItems === undefined ? "" : `up to ${pluralize(maxItems, "entry", "entries")}`,
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Builds an example body: required fields and defaults. */
export function buildExample(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return schema.anyOf[0] ? buildExample(schema.anyOf[0]) : null;
  switch ([schema.type].flat()[0]) {
    case "object": {
      const needed = new Set(schema.required ?? []);
      const fields = Object.entries(schema.properties ?? {}).filter(([name]) => needed.has(name));
      return Object.fromEntries(fields.map(([name, field]) => [name, buildExample(field)]));
    }
    case "array":
      return [];
    case "number":
    case "integer":
      return schema.minimum !== undefined && schema.minimum > 0 ? schema.minimum : 0;
    case "boolean":
      return false;
    case "string":
      return "";
    default:
      return null;
  }
}
