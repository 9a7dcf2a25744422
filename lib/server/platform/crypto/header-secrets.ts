/** What is secret in the values of headers: of `Bearer …`, the last word also stands alone in what servers answer. */
export const listHeaderSecrets = (values: readonly string[]): string[] =>
  values.flatMap((value) => [...new Set([value, value.split(" ").at(-1) ?? value])]).filter(Boolean);
