/** Returns the first message among the errors of a form's field; errors of lists and objects are nested. */
export function findMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string" && error.message) return error.message;
  for (const [key, part] of Object.entries(error)) {
    // A registered input is an element of the page.
    const message = key === "ref" ? undefined : findMessage(part);
    if (message) return message;
  }
  return undefined;
}

/** Returns the errors of a list's item, or of an object's field. */
export function errorsAt(errors: unknown, key: string | number): unknown {
  return typeof errors === "object" && errors !== null ? (errors as Record<string | number, unknown>)[key] : undefined;
}
