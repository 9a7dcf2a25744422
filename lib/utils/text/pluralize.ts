/** `1 document`, `1,200 documents`. `many` is for words that do not simply take an s. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
