/**
 * Loads a body schema. First configures zod: its messages are the server's, and it does not test for `eval`, which the content
 * security policy forbids.
 */
export async function loadSchema<Schema>(load: () => Promise<Schema>): Promise<Schema> {
  const [{ z }, { issueSentence }] = await Promise.all([import("zod"), import("@/lib/contract/base/issue-sentence")]);
  z.config({ jitless: true, customError: issueSentence });
  return load();
}
