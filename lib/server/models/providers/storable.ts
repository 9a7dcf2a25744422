/** Text of a provider as PostgreSQL and JSON take it: without NUL, without halves of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** The same for every text in a value that came as JSON. */
export function storableValue(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storableValue(inner)]));
}

/** Makes pieces of one text storable. A pair that is cut between two pieces is kept whole: its first half waits. */
export function storablePieces(): (piece: string) => string {
  let half = "";
  return (piece) => {
    const text = half + piece;
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    return storable(half ? text.slice(0, -1) : text);
  };
}
