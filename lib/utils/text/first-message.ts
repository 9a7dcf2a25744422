/** Returns the first `message` in a form's error, which may be nested. */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || error instanceof EventTarget) return undefined;
  if ("message" in error && typeof error.message === "string" && error.message) return error.message;
  for (const [key, inner] of Object.entries(error)) {
    const found = key === "ref" ? undefined : firstMessage(inner);
    if (found) return found;
  }
  return undefined;
}
