/** Truncates to a number of UTF-16 units, without splitting a surrogate pair. */
export const truncate = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
