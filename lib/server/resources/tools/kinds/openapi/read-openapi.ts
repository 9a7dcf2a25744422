import { isObject } from "../../../../../utils/json/is-object.ts";
import { truncate } from "../../../../../utils/text/truncate.ts";
import { createChildName } from "../shared/child-name.ts";
import { getOwn } from "../shared/pointers.ts";
import { SchemaReader } from "../shared/schema-reader.ts";
import { DocumentError } from "./document-error.ts";
import type { HttpOperation, OpenApiReading } from "./operation.ts";
import { type Doc, parseDocument } from "./parse-document.ts";
import { readBody } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { readSecurity } from "./read-security.ts";
import { readServers } from "./read-servers.ts";

const methods = ["get", "put", "post", "delete", "patch", "head"];
const maxOperations = 2_000;
const maxProblems = 20;

const text = (value: unknown, max: number): string => (typeof value === "string" ? truncate(value.trim(), max) : "");

interface FoundOperation {
  id: string;
  method: string;
  path: string;
  item: Doc;
  operation: Doc;
}

/** The operation's id if it is valid and unique, otherwise one derived from method and path. */
function createId(method: string, path: string, operation: Doc, usedIds: ReadonlySet<string>): string {
  const given = text(getOwn(operation, "operationId"), 1_000).replace(/[^a-zA-Z0-9_-]+/g, "_");
  if (given && given.length <= 64 && !usedIds.has(given)) return given;
  const generated = createChildName(method, path);
  return usedIds.has(generated) ? createChildName(method, `${path} ${usedIds.size}`) : generated;
}

export function listOperations(doc: Doc, reader = new SchemaReader(doc)): FoundOperation[] {
  const paths = getOwn(doc, "paths");
  if (!isObject(paths)) throw new DocumentError("The document has no paths, so there is nothing to call.");
  const found: FoundOperation[] = [];
  const usedIds = new Set<string>();
  for (const [path, given] of Object.entries(paths)) {
    const item = reader.resolve(given);
    if (!path.startsWith("/") || !isObject(item)) continue;
    for (const method of methods) {
      const operation = getOwn(item, method);
      if (!isObject(operation)) continue;
      if (found.length === maxOperations)
        throw new DocumentError(
          `The document has more than ${maxOperations.toLocaleString("en")} operations. Remove those that you don't need.`,
        );
      const id = createId(method, path, operation, usedIds);
      usedIds.add(id);
      found.push({ id, method: method.toUpperCase(), path, item, operation });
    }
  }
  if (found.length === 0) throw new DocumentError("The document contains no operation that can be called.");
  return found;
}

function readOperation(
  doc: Doc,
  { id, method, path, item, operation }: FoundOperation,
  entries: number,
): HttpOperation {
  const reader = new SchemaReader(doc, entries);
  const given = readParameters(reader, [getOwn(item, "parameters"), getOwn(operation, "parameters")]);
  const consumes = getOwn(operation, "consumes") ?? getOwn(doc, "consumes");
  const takesBody = method !== "GET" && method !== "HEAD";
  const body = takesBody ? readBody(reader, getOwn(operation, "requestBody"), given, consumes) : undefined;
  const blocked = typeof body === "string" ? [body] : [];
  const sent = typeof body === "object" ? body : undefined;
  const named = new Set(given.places.flatMap((place) => (place.in === "path" ? [place.name] : [])));
  const missing = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name).filter((name) => !named.has(name));
  if (missing.length > 0) blocked.push(`The path uses the parameter “${missing[0]}”, which isn't declared.`);
  if (path.length > 1_000) blocked.push("The path is too long.");
  if (getOwn(operation, "servers") ?? getOwn(item, "servers"))
    reader.problems.add("The operation's own server is ignored. The tool's URL is used instead.");
  const properties = [...given.properties, ...(sent ? [[sent.place.argument, sent.schema] as const] : [])];
  const required = given.places.filter((place) => place.required).map((place) => place.argument);
  if (sent?.place.required) required.push(sent.place.argument);
  return {
    id,
    method,
    path: truncate(path, 1_000),
    summary:
      text(getOwn(operation, "summary"), 300) || text(getOwn(operation, "description"), 300) || `${method} ${path}`,
    parameters: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    places: given.places,
    body: sent?.place ?? null,
    security: readSecurity(reader, doc, operation),
    deprecated: getOwn(operation, "deprecated") === true,
    problems: [...blocked, ...reader.problems].slice(0, maxProblems).map((problem) => truncate(problem, 300)),
    callable: blocked.length === 0,
  };
}

function checkVersion(doc: Doc): void {
  const openapi = getOwn(doc, "openapi");
  const swagger = getOwn(doc, "swagger");
  if (typeof openapi === "string" && /^3\.[01](\.|$)/.test(openapi)) return;
  if (String(swagger) === "2.0" || swagger === 2) return;
  const version = openapi ?? swagger;
  throw new DocumentError(
    version === undefined
      ? "This isn't a valid OpenAPI document. It contains neither openapi nor swagger."
      : `OpenAPI ${truncate(String(version), 20)} isn't supported. Use an OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document.`,
  );
}

/**
 * Parses an OpenAPI 3.0 or 3.1 or Swagger 2 document, JSON or YAML, within limits. External references are not opened. `from`
 * is the document's URL, to resolve relative servers. `only`: the ids of the requested operations; limits per operation are
 * then larger. Throws a `DocumentError`.
 */
export function readOpenApi(source: string, from: string | null, only?: ReadonlySet<string>): OpenApiReading {
  const doc = parseDocument(source);
  checkVersion(doc);
  const info = getOwn(doc, "info");
  const reader = new SchemaReader(doc);
  const found = listOperations(doc, reader).filter(({ id }) => only === undefined || only.has(id));
  const entries = Math.max(100, Math.min(2_000, Math.floor(200_000 / Math.max(1, found.length))));
  const servers = readServers(doc, from);
  if (servers.length === 0) reader.problems.add("The document contains no full server URL. Enter one.");
  return {
    title: text(getOwn(info, "title"), 200) || "Untitled service",
    version: text(getOwn(info, "version"), 50),
    description: text(getOwn(info, "description"), 2_000),
    servers,
    operations: found.map((operation) => readOperation(doc, operation, entries)),
    problems: [...reader.problems].slice(0, maxProblems),
  };
}
