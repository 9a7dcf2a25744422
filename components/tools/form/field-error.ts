/** The message at one of the values of a record, as react-hook-form keeps it. */
export function messageAt(errors: unknown, name: string): string | undefined {
  if (typeof errors !== "object" || errors === null || !Object.hasOwn(errors, name)) return undefined;
  const found = (errors as Record<string, { message?: unknown } | undefined>)[name]?.message;
  return typeof found === "string" ? found : undefined;
}
