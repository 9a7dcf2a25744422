/** Returns the error message of one value of a record, from react-hook-form's errors. */
export function findMessage(errors: unknown, name: string): string | undefined {
  if (typeof errors !== "object" || errors === null || !Object.hasOwn(errors, name)) return undefined;
  const found = (errors as Record<string, { message?: unknown } | undefined>)[name]?.message;
  return typeof found === "string" ? found : undefined;
}
