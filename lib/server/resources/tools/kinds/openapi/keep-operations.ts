import { isObject } from "../../../../../utils/json/is-object.ts";
import { getOwn, resolvePointer } from "../shared/pointers.ts";
import { DocumentError } from "./document-error.ts";
import { type Doc, parseDocument } from "./parse-document.ts";
import { listOperations } from "./read-openapi.ts";

/** Top-level fields outside paths that calls may need. */
const topLevelFields = ["openapi", "swagger", "info", "servers", "host", "basePath", "schemes", "security", "consumes"];
const schemes = ["securityDefinitions"];
/** Documentation only. */
const ignoredFields = new Set([
  "responses",
  "callbacks",
  "examples",
  "example",
  "x-codeSamples",
  "externalDocs",
  "tags",
]);

/** A copy without unused fields; every reference in it is passed to `refer`. */
function copyWithoutUnused(value: unknown, refer: (reference: string) => void): unknown {
  if (Array.isArray(value)) return value.map((inner) => copyWithoutUnused(inner, refer));
  if (!isObject(value)) return value;
  if (typeof getOwn(value, "$ref") === "string") refer(String(value.$ref));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ignoredFields.has(name) && name !== "__proto__")
      .map(([name, inner]) => [name, copyWithoutUnused(inner, refer)]),
  );
}

/** Puts a referenced part at its path. */
function placeAt(root: Doc, reference: string, value: unknown): void {
  const names = reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop();
  let at = root;
  for (const name of names) {
    const inner = getOwn(at, name);
    if (isObject(inner)) at = inner;
    else {
      const created: Doc = {};
      Object.defineProperty(at, name, { value: created, enumerable: true, writable: true, configurable: true });
      at = created;
    }
  }
  if (last !== undefined && !Object.hasOwn(at, last))
    Object.defineProperty(at, last, { value, enumerable: true, writable: true, configurable: true });
}

/**
 * Reduces a long document to these operations and their references, as JSON. Operation ids remain the same. Throws a
 * `DocumentError`.
 */
export function keepOperations(source: string, ids: readonly string[]): string {
  const doc = parseDocument(source);
  const kept: Doc = {};
  const open: string[] = [];
  const refer = (reference: string) => open.push(reference);
  for (const name of topLevelFields)
    if (getOwn(doc, name) !== undefined) kept[name] = copyWithoutUnused(doc[name], refer);
  for (const name of schemes) if (getOwn(doc, name) !== undefined) kept[name] = copyWithoutUnused(doc[name], refer);
  const security = getOwn(getOwn(doc, "components"), "securitySchemes");
  if (security !== undefined) kept.components = { securitySchemes: copyWithoutUnused(security, refer) };
  const paths: Doc = {};
  for (const { id, method, path, item, operation } of listOperations(doc)) {
    if (!ids.includes(id)) continue;
    const before = getOwn(paths, path);
    const whole = isObject(before)
      ? before
      : { parameters: copyWithoutUnused(getOwn(item, "parameters") ?? [], refer) };
    paths[path] = {
      ...whole,
      [method.toLowerCase()]: { ...(copyWithoutUnused(operation, refer) as Doc), operationId: id },
    };
  }
  kept.paths = paths;
  const done = new Set<string>();
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (done.has(reference) || !reference.startsWith("#/")) continue;
    done.add(reference);
    const part = resolvePointer(doc, reference);
    if (part !== undefined) placeAt(kept, reference, copyWithoutUnused(part, refer));
  }
  const text = JSON.stringify(kept);
  if (text.length > 2_000_000) throw new DocumentError("The chosen operations are larger than 2 MB. Choose fewer.");
  return text;
}
