import { createScimError } from "./error";

const maxLength = 1_000;

const createFilterError = (names: readonly string[]) =>
  createScimError(
    "invalid",
    "invalidFilter",
    `Only filters such as ${names[0]} eq "value" on ${names.join(" and ")} are supported.`,
  );

/**
 * Parses `name eq "value"` for one of these names, which are compared without case. Undefined without a filter; throws
 * invalidFilter for any other.
 */
export function parseFilter<N extends string>(
  filter: string | undefined,
  names: readonly N[],
): { name: N; value: string } | undefined {
  if (filter === undefined) return undefined;
  if (filter.length > maxLength) throw createFilterError(names);
  const text = filter.trim();
  const space = text.indexOf(" ");
  const rest = text.slice(space + 1).trimStart();
  const name = names.find((one) => one.toLowerCase() === text.slice(0, space).toLowerCase());
  const value = readString(rest.slice(2).trimStart());
  const isEqual = rest.slice(0, 3).toLowerCase() === "eq ";
  if (space < 0 || name === undefined || !isEqual || value === undefined) throw createFilterError(names);
  return { name, value };
}

/** The text of a JSON string, which must be everything. */
function readString(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" && value.isWellFormed() && !value.includes("\0") ? value : undefined;
  } catch {
    return undefined;
  }
}
