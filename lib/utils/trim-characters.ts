/*
 * In linear time. A regular expression such as /x+$/ starts anew at each x of a run that does not stand at the end.
 */

/** Without the characters at its end that `character`, an expression for one of them, matches. */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The same at both ends. */
export function trimBothOf(text: string, character: RegExp): string {
  let start = 0;
  while (start < text.length && character.test(text.charAt(start))) start += 1;
  return trimEndOf(text.slice(start), character);
}
