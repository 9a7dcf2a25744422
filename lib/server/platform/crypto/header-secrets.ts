/** Secret texts in the values of headers. Responses may quote the last word of `Bearer …` without the first. */
export const listHeaderSecrets = (values: readonly string[]): string[] =>
  values.flatMap((value) => [...new Set([value, value.split(" ").at(-1) ?? value])]).filter(Boolean);
