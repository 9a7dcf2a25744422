/** At most so many UTF-16 units of the beginning; what two of them make together, such as an emoji, is never cut in two. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
