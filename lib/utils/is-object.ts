/** An array too. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** With names, and no array. */
export const isNamed = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);
