import { isObject } from "../../../../../utils/json/is-object.ts";

const maxReference = 1_000;

/** An own property, to avoid inherited ones. */
export const getOwn = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Resolves a reference such as `#/components/schemas/Pet`. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference === "#") return root;
  if (reference.length > maxReference) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    let name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (name.includes("%")) name = URL.canParse(`x:${name}`) ? decodeSafely(name) : name;
    at = getOwn(at, name);
  }
  return at;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
