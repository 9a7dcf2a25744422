import type { ScimPatch } from "@/lib/contract/scim/schemas";
import { createScimError } from "./error";

/** One change of one attribute. `value` is undefined for a removal. */
export interface AttributeChange {
  /** As in the schema, such as `name.givenName`, in lower case; without the URN of the core schema. */
  path: string;
  /** The compared value of a filter such as `members[value eq "…"]`. */
  selected?: string;
  op: ScimPatch["op"];
  value: unknown;
}

const coreUrns = ["urn:ietf:params:scim:schemas:core:2.0:user:", "urn:ietf:params:scim:schemas:core:2.0:group:"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The changes of a PATCH, in both dialects: with a path, and without one as an object whose keys are paths. An attribute of an
 * extension has a path that nothing knows.
 */
export function toChanges(operations: readonly ScimPatch[]): AttributeChange[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path) return [{ op, value, ...parsePath(path) }];
    if (!isObject(value)) throw createScimError("invalid", "noTarget", "Send an object of attributes, or a path.");
    return Object.entries(value).map(([name, one]) => ({ op, value: one, ...parsePath(name) }));
  });
}

function parsePath(path: string): Pick<AttributeChange, "path" | "selected"> {
  const lower = path.toLowerCase();
  const urn = coreUrns.find((one) => lower.startsWith(one));
  const text = path.slice(urn?.length ?? 0).trim();
  const open = text.indexOf("[");
  if (open < 0) return { path: text.toLowerCase() };
  const close = text.lastIndexOf("]");
  if (close < open || text.slice(0, open).trim() === "")
    throw createScimError("invalid", "invalidPath", `The path "${path.slice(0, 100)}" isn't valid.`);
  const rest = text.slice(close + 1);
  return { path: (text.slice(0, open) + rest).toLowerCase(), selected: readCompared(text.slice(open + 1, close)) };
}

/** The value of `… eq "value"`. */
function readCompared(condition: string): string {
  const quote = condition.indexOf('"');
  const end = condition.lastIndexOf('"');
  if (quote < 0 || end <= quote || !condition.slice(0, quote).toLowerCase().trimEnd().endsWith(" eq"))
    throw createScimError("invalid", "invalidPath", 'Only conditions such as value eq "…" are supported in a path.');
  return condition.slice(quote + 1, end);
}

/** The text of an attribute; null for none. Throws invalidValue for anything else. */
export function readText(value: unknown, path: string): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "string") return value;
  throw createScimError("invalid", "invalidValue", `The value of ${path} must be a string.`);
}

/** Identity providers also send booleans as text, and in a list or an object. */
export function readBoolean(value: unknown, path: string): boolean {
  const inner = isObject(value) ? value.value : Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (typeof inner === "boolean") return inner;
  const text = typeof inner === "string" ? inner.toLowerCase() : "";
  if (text === "true" || text === "false") return text === "true";
  throw createScimError("invalid", "invalidValue", `The value of ${path} must be true or false.`);
}

/** The ids in a list of references. */
export function readReferences(value: unknown, path: string): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((one) => {
    const id = isObject(one) ? one.value : one;
    if (typeof id === "string" && id !== "") return id;
    throw createScimError("invalid", "invalidValue", `Each value of ${path} must have an id as its value.`);
  });
}
