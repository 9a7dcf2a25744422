import { CodeError } from "./job";
import { sandboxLimits } from "./limits";

/** Nesting depth of arrays and objects outside strings. Linear, so that no input makes it slow. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === "[" || sign === "{") deepest = Math.max(deepest, ++depth);
    else if (sign === "]" || sign === "}") depth -= 1;
  }
  return deepest;
}

/** Removes the key `__proto__` at any depth. A reviver would take ten times as long, on the main thread. */
function removeProto(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) Reflect.deleteProperty(value, "__proto__");
  for (const inner of Object.values(value)) removeProto(inner);
}

/**
 * Parses the code's result, which may be hostile: too long or too deep JSON is rejected before parsing, and `__proto__` keys,
 * which could change an object that the value is merged into, are dropped.
 */
export function readJson(text: string): unknown {
  const { jsonLength, jsonDepth } = sandboxLimits;
  if (text.length > jsonLength)
    throw new CodeError(`The result is longer than ${jsonLength / 1024} KB. Return less data.`);
  if (measureDepth(text) > jsonDepth) throw new CodeError(`The result is nested deeper than ${jsonDepth} levels.`);
  try {
    const value: unknown = JSON.parse(text);
    if (text.includes("__proto__") || text.includes("\\u")) removeProto(value);
    return value;
  } catch {
    throw new CodeError("The result isn't valid JSON.");
  }
}

/** Serializes the input, which comes from a model or person, within the size limit. */
export function writeJson(value: unknown, what: string): string {
  const text = JSON.stringify(value ?? null) ?? "null";
  const { jsonLength } = sandboxLimits;
  if (text.length > jsonLength) throw new CodeError(`The ${what} are longer than ${jsonLength / 1024} KB.`);
  return text;
}
