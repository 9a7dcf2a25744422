import type { ModelSchema } from "./schema-reader.ts";

/** Merges objects of `allOf`, which few models support. */
export function mergeAllOf(written: ModelSchema, parts: ModelSchema[]): ModelSchema {
  if (parts.length === 0) return written;
  const all = [...parts, written];
  const mergeable = all.every((part) => !part.anyOf && !part.allOf && [undefined, "object"].includes(toType(part)));
  if (!mergeable) return { ...written, allOf: parts };
  const required = [...new Set(all.flatMap((part) => (Array.isArray(part.required) ? part.required : [])))];
  const closed = all.every(({ additionalProperties }) => additionalProperties === false);
  const properties = Object.fromEntries(all.flatMap((part) => Object.entries(part.properties ?? {})));
  const { additionalProperties: _closed, ...merged } = Object.assign({}, ...all) as ModelSchema;
  return {
    ...merged,
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  };
}

const toType = ({ type }: ModelSchema): string | undefined => (type === undefined ? undefined : String(type));
