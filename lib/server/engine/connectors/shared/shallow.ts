/** Far deeper than real data, and far below the depth that overflows the stack. */
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

/** A record without values that are nested too deeply: one such record must not end the sync of the others. */
export const shallow = (data: Record<string, unknown>): Record<string, unknown> =>
  isDeep(data, deepest) ? (cut(data, deepest) as Record<string, unknown>) : data;
