/** Far deeper than real data, and far below the depth that overflows the stack. */
const maxDepth = 100;

const listValues = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

function isTooDeep(value: unknown, remainingDepth: number): boolean {
  return listValues(value).some((inner) => remainingDepth === 0 || isTooDeep(inner, remainingDepth - 1));
}

function truncateDepth(value: unknown, remainingDepth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (remainingDepth === 0) return "…";
  if (Array.isArray(value)) return value.map((inner) => truncateDepth(inner, remainingDepth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, truncateDepth(inner, remainingDepth - 1)]),
  );
}

/** A record without values that are nested too deeply: one such record must not end the sync of the others. */
export const limitDepth = (data: Record<string, unknown>): Record<string, unknown> =>
  isTooDeep(data, maxDepth) ? (truncateDepth(data, maxDepth) as Record<string, unknown>) : data;
