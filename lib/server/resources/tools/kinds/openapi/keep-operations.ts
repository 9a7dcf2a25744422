import { isObject } from "../../../../../utils/json/is-object.ts";
import { own, pointed } from "../shared/schema-reader.ts";
import { DocumentError } from "./document-error.ts";
import { type Doc, parseDocument } from "./parse-document.ts";
import { operationsOf } from "./read-openapi.ts";

/** Top-level fields outside paths that calls may need. */
const heads = ["openapi", "swagger", "info", "servers", "host", "basePath", "schemes", "security", "consumes"];
const schemes = ["securityDefinitions"];
/** Documentation only. */
const unread = new Set(["responses", "callbacks", "examples", "example", "x-codeSamples", "externalDocs", "tags"]);

/** A copy without unused fields; every reference in it is passed to `refer`. */
function copied(value: unknown, refer: (reference: string) => void): unknown {
  if (Array.isArray(value)) return value.map((inner) => copied(inner, refer));
  if (!isObject(value)) return value;
  if (typeof own(value, "$ref") === "string") refer(String(value.$ref));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !unread.has(name) && name !== "__proto__")
      .map(([name, inner]) => [name, copied(inner, refer)]),
  );
}

/** Puts a referenced part at its path. */
function place(root: Doc, reference: string, value: unknown): void {
  const names = reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop();
  let at = root;
  for (const name of names) {
    const inner = own(at, name);
    if (isObject(inner)) at = inner;
    else {
      const made: Doc = {};
      Object.defineProperty(at, name, { value: made, enumerable: true, writable: true, configurable: true });
      at = made;
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
  for (const name of heads) if (own(doc, name) !== undefined) kept[name] = copied(doc[name], refer);
  for (const name of schemes) if (own(doc, name) !== undefined) kept[name] = copied(doc[name], refer);
  const security = own(own(doc, "components"), "securitySchemes");
  if (security !== undefined) kept.components = { securitySchemes: copied(security, refer) };
  const paths: Doc = {};
  for (const { id, method, path, item, operation } of operationsOf(doc)) {
    if (!ids.includes(id)) continue;
    const before = own(paths, path);
    const whole = isObject(before) ? before : { parameters: copied(own(item, "parameters") ?? [], refer) };
    paths[path] = { ...whole, [method.toLowerCase()]: { ...(copied(operation, refer) as Doc), operationId: id } };
  }
  kept.paths = paths;
  const done = new Set<string>();
  for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
    if (done.has(reference) || !reference.startsWith("#/")) continue;
    done.add(reference);
    const part = pointed(doc, reference);
    if (part !== undefined) place(kept, reference, copied(part, refer));
  }
  const text = JSON.stringify(kept);
  if (text.length > 2_000_000) throw new DocumentError("The chosen operations are larger than 2 MB. Choose fewer.");
  return text;
}
