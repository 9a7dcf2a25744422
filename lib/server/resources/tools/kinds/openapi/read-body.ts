import { isObject } from "../../../../../utils/json/is-object.ts";
import { getOwn } from "../shared/pointers.ts";
import type { ModelSchema, SchemaReader } from "../shared/schema-reader.ts";
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

const toBodyKind = (type: string): BodyPlace["kind"] | undefined => kinds.find(([pattern]) => pattern.test(type))?.[1];

const isFile = (schema: unknown): boolean =>
  getOwn(schema, "type") === "file" ||
  (getOwn(schema, "type") === "string" && ["binary", "base64"].includes(String(getOwn(schema, "format"))));

/** Removes file fields: a model has no files to send. */
function withoutFiles(reader: SchemaReader, schema: unknown): unknown {
  const found = reader.resolve(schema);
  const properties = getOwn(found, "properties");
  if (!isObject(found) || !isObject(properties)) return schema;
  const kept = Object.entries(properties).filter(([, inner]) => !isFile(reader.resolve(inner)));
  if (kept.length === Object.keys(properties).length) return schema;
  reader.problems.add("Files can't be sent. File fields are omitted.");
  return { ...found, properties: Object.fromEntries(kept) };
}

/** The body of an OpenAPI 3 operation; an error message for unsupported types. */
function readRequestBody(reader: SchemaReader, given: unknown): Body | string | undefined {
  const body = reader.resolve(given);
  const content = getOwn(body, "content");
  if (!isObject(content)) return undefined;
  const offered = Object.entries(content);
  for (const [, kind] of kinds) {
    const entry = offered.find(([type]) => toBodyKind(type) === kind);
    if (!entry) continue;
    const [type, media] = entry;
    const schema = getOwn(media, "schema");
    const contentType = type.startsWith("*/*") ? "application/json" : type;
    return {
      place: { argument: "body", contentType, kind, required: getOwn(body, "required") === true },
      schema: reader.read(kind === "multipart" || kind === "form" ? withoutFiles(reader, schema) : schema),
    };
  }
  const types = offered.map(([type]) => type.slice(0, 100)).slice(0, 3);
  return types.length === 0 ? undefined : `A request body of type ${types.join(" or ")} isn't supported.`;
}

function readSwaggerForm(reader: SchemaReader, fields: Record<string, unknown>[], types: string[]): Body {
  const usable = fields.filter((field) => !isFile(field) && field.name !== "__proto__");
  if (usable.length < fields.length) reader.problems.add("Files can't be sent. File fields are omitted.");
  const required = usable.filter((field) => field.required === true).map((field) => String(field.name));
  const properties = Object.fromEntries(usable.map((field) => [String(field.name), reader.read(field)]));
  const multipart = types.some((type) => toBodyKind(type) === "multipart");
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
  if (fields.length > 0) return readSwaggerForm(reader, fields, types);
  if (!swaggerBody) return readRequestBody(reader, requestBody);
  const contentType = types.find((type) => toBodyKind(type) === "json") ?? types.find(toBodyKind) ?? "application/json";
  const kind = toBodyKind(contentType) ?? "json";
  return {
    place: { argument: "body", contentType, kind, required: getOwn(swaggerBody, "required") === true },
    schema: reader.read(getOwn(swaggerBody, "schema")),
  };
}
