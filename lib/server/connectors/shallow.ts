/** Far deeper than anybody writes, and far from where a walk over it or JSON itself would come to the end of the stack. */
const deepest = 100;

const innerOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

function isDeep(value: unknown, left: number): boolean {
  return innerOf(value).some((inner) => left === 0 || isDeep(inner, left - 1));
}

function cut(value: unknown, left: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (left === 0) return "…";
  if (Array.isArray(value)) return value.map((inner) => cut(inner, left - 1));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner, left - 1)]));
}

/** A record without what lies too deep in it: one such must not end the sync of all others. */
export const shallow = (data: Record<string, unknown>): Record<string, unknown> =>
  isDeep(data, deepest) ? (cut(data, deepest) as Record<string, unknown>) : data;
