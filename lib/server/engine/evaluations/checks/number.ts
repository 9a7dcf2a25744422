const maxChars = 200_000;
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/** The end of a run of digits, with commas between groups of three. */
function skipDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(text[end]) || (text[end] === "," && [1, 2, 3].every((i) => isDigit(text[end + i])))) end += 1;
  return end;
}

/** The first number in a text, such as 1,234.5, -3, 12% or 1e5. */
export function findFirstNumber(text: string): number | undefined {
  let start = 0;
  const limit = Math.min(text.length, maxChars);
  while (start < limit && !isDigit(text[start])) start += 1;
  if (start >= limit) return undefined;
  let end = skipDigits(text, start);
  if (text[end] === "." && isDigit(text[end + 1])) {
    end += 1;
    while (isDigit(text[end])) end += 1;
  }
  const sign = ["+", "-"].includes(text[end + 1] ?? "") ? 1 : 0;
  if (text[end]?.toLowerCase() === "e" && isDigit(text[end + 1 + sign])) {
    end += 1 + sign;
    while (isDigit(text[end])) end += 1;
  }
  const isNegative = ["-", "−"].includes(text[start - 1] ?? "") && !isDigit(text[start - 2]);
  const value = Number(text.slice(start, end).replaceAll(",", ""));
  return isNegative ? -value : value;
}
