import { isObject } from "../../../../../utils/json/is-object.ts";
import { type ModelSchema, own, type SchemaReader } from "../shared/schema-reader.ts";
import type { BodyPlace } from "./operation.ts";
import type { Parameters } from "./read-parameters.ts";

export interface Body {
  place: BodyPlace;
  schema: ModelSchema;
}

const kinds: [pattern: RegExp, kind: BodyPlace["kind"]][] = [
  [/^application\/json\b|\+json\b|^\*\/\*/i, "json"],
  [/^application\/x-www-form-urlencoded\b/i, "form"],
  [/^multipart\/form-data\b/i, "multipart"],
  [/^text\/|^application\/(xml|x-ndjson|graphql)\b|\+xml\b/i, "text"],
];

const kindOf = (type: string): BodyPlace["kind"] | undefined => kinds.find(([pattern]) => pattern.test(type))?.[1];

const isFile = (schema: unknown): boolean =>
  own(schema, "type") === "file" ||
  (own(schema, "type") === "string" && ["binary", "base64"].includes(String(own(schema, "format"))));

/** Removes file fields: a model has no files to send. */
function withoutFiles(reader: SchemaReader, schema: unknown): unknown {
  const found = reader.resolved(schema);
  const properties = own(found, "properties");
  if (!isObject(found) || !isObject(properties)) return schema;
  const kept = Object.entries(properties).filter(([, inner]) => !isFile(reader.resolved(inner)));
  if (kept.length === Object.keys(properties).length) return schema;
  reader.problems.add("Files cannot be sent; fields for them are left out.");
  return { ...found, properties: Object.fromEntries(kept) };
}

/** The body of an OpenAPI 3 operation; an error message for unsupported types. */
function readRequestBody(reader: SchemaReader, given: unknown): Body | string | undefined {
  const body = reader.resolved(given);
  const content = own(body, "content");
  if (!isObject(content)) return undefined;
  const offered = Object.entries(content);
  for (const [, kind] of kinds) {
    const entry = offered.find(([type]) => kindOf(type) === kind);
    if (!entry) continue;
    const [type, media] = entry;
    const schema = own(media, "schema");
    const contentType = type.startsWith("*/*") ? "application/json" : type;
    return {
      place: { argument: "body", contentType, kind, required: own(body, "required") === true },
      schema: reader.read(kind === "multipart" || kind === "form" ? withoutFiles(reader, schema) : schema),
    };
  }
  const types = offered.map(([type]) => type.slice(0, 100)).slice(0, 3);
  return types.length === 0 ? undefined : `A body of the type ${types.join(" or ")} cannot be sent.`;
}

function swaggerForm(reader: SchemaReader, fields: Record<string, unknown>[], types: string[]): Body {
  const usable = fields.filter((field) => !isFile(field) && field.name !== "__proto__");
  if (usable.length < fields.length) reader.problems.add("Files cannot be sent; fields for them are left out.");
  const required = usable.filter((field) => field.required === true).map((field) => String(field.name));
  const properties = Object.fromEntries(usable.map((field) => [String(field.name), reader.read(field)]));
  const multipart = types.some((type) => kindOf(type) === "multipart");
  return {
    place: {
      argument: "body",
      contentType: multipart ? "multipart/form-data" : "application/x-www-form-urlencoded",
      kind: multipart ? "multipart" : "form",
      required: required.length > 0,
    },
    schema: { type: "object", properties, ...(required.length > 0 && { required }) },
  };
}

/** An operation's request body; an error message for unsupported types. */
export function readBody(
  reader: SchemaReader,
  requestBody: unknown,
  { swaggerBody, swaggerForm: fields }: Parameters,
  consumes: unknown,
): Body | string | undefined {
  const types = Array.isArray(consumes) ? consumes.filter((type) => typeof type === "string") : [];
  if (fields.length > 0) return swaggerForm(reader, fields, types);
  if (!swaggerBody) return readRequestBody(reader, requestBody);
  const contentType = types.find((type) => kindOf(type) === "json") ?? types.find(kindOf) ?? "application/json";
  const kind = kindOf(contentType) ?? "json";
  return {
    place: { argument: "body", contentType, kind, required: own(swaggerBody, "required") === true },
    schema: reader.read(own(swaggerBody, "schema")),
  };
}
