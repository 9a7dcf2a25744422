/** Arrays included. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Arrays excluded. */
export const isNamed = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);
