/** Truncates to a number of UTF-16 units, without splitting a surrogate pair. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
