/**
 * Control characters, and marks that override or isolate a direction, which could make a name look like another.
 * Letters of right-to-left scripts and joiners (U+200C, U+200D) are allowed.
 */
const controlCharacters = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;
/** Invisible: only joiners and zero-width spaces. */
const blankPattern = /^[\p{Cf}\p{Z}\u115F\u1160\u3164\uFFA0\u2800]+$/u;

export const isVisible = (text: string): boolean => text.search(controlCharacters) < 0 && !blankPattern.test(text);

/** A text with spaces in place of control characters; empty if it is invisible. */
export function toVisible(text: string): string {
  const seen = text.replace(controlCharacters, " ").trim();
  return blankPattern.test(seen) ? "" : seen;
}
