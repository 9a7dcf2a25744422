/** Removes what PostgreSQL and JSON do not accept: NUL, and lone surrogates. */
export const toStorableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** The same for all strings in a JSON value, including keys. */
export function toStorableValue<T>(value: T): T;
export function toStorableValue(value: unknown): unknown {
  if (typeof value === "string") return toStorableText(value);
  if (Array.isArray(value)) return value.map((item) => toStorableValue(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [toStorableText(key), toStorableValue(inner)]));
}

/** The same for the chunks of one text: a surrogate pair split between two chunks is rejoined. */
export function createStorableStream(): (piece: string) => string {
  let pendingSurrogate = "";
  return (piece) => {
    const text = pendingSurrogate + piece;
    pendingSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    return toStorableText(pendingSurrogate ? text.slice(0, -1) : text);
  };
}
