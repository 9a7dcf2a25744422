/* In linear time: an expression such as /x+$/ restarts at each x of a run that is not at the end. */

/** Removes trailing characters that match `character`, an expression for a single one. */
export function trimEndMatching(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes leading and trailing characters that match `character`. */
export function trimMatching(text: string, character: RegExp): string {
  let start = 0;
  while (start < text.length && character.test(text.charAt(start))) start += 1;
  return trimEndMatching(text.slice(start), character);
}
