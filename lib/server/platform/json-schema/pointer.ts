import { isObject } from "../../../utils/json/is-object.ts";

/** Resolves a reference such as `#/definitions/town` within a schema; undefined when it does not exist. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at = root;
  for (const part of reference.slice(2).split("/")) {
    const name = decodeSegment(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
