/** Loads a body schema. First configures zod, which would otherwise test for `eval`; the content security policy forbids it. */
export async function loadSchema<Schema>(load: () => Promise<Schema>): Promise<Schema> {
  (await import("zod")).z.config({ jitless: true });
  return load();
}
