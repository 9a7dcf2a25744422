/** Longer numbers are cut: their further digits do not matter. */
const maxDigits = 400;
/** Characters of an answer in which the first number is searched. */
const maxRead = 200_000;

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= "0" && sign <= "9";

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text[at])) at += 1;
  return at;
}

/** Whether a comma at this position separates a group of exactly three digits. */
const isGroup = (text: string, at: number): boolean => text[at] === "," && endOfDigits(text, at + 1) === at + 4;

/** A minus, unless it joins words as in `GPT-4` or is between numbers as in `2020-05`. */
function isNegative(text: string, start: number): boolean {
  const sign = text[start - 1];
  return (sign === "-" || sign === "\u2212") && !/[\p{L}\p{N}]/u.test(text[start - 2] ?? "");
}

function endOfExponent(text: string, from: number): number {
  if (text[from] !== "e" && text[from] !== "E") return from;
  const digits = text[from + 1] === "+" || text[from + 1] === "-" ? from + 2 : from + 1;
  const end = endOfDigits(text, digits);
  return end > digits ? end : from;
}

/** The first number of a text, such as `1,234.5`, `-3`, `12 %` (12) or `1e5`. Reads each character once or twice. */
export function readNumber(answer: string): number | undefined {
  const text = answer.slice(0, maxRead);
  const first = text.search(/[0-9]/);
  if (first === -1) return undefined;
  const isFraction = text[first - 1] === "." && !isDigit(text[first - 2]);
  const start = isFraction ? first - 1 : first;
  let end = isFraction ? start : endOfDigits(text, first);
  const grouped = end - first <= 3;
  while (!isFraction && grouped && isGroup(text, end)) end += 4;
  const whole = text.slice(start, end).replaceAll(",", "");
  if (whole.length > maxDigits) return isNegative(text, start) ? -Infinity : Infinity;
  const fractionEnd = text[end] === "." ? endOfDigits(text, end + 1) : end;
  const fraction = text.slice(end, Math.min(fractionEnd, end + maxDigits));
  const exponent = text.slice(fractionEnd, endOfExponent(text, fractionEnd));
  const value = Number(`${whole || "0"}${fraction.length > 1 ? fraction : ""}${exponent}`);
  return isNegative(text, start) ? -value : value;
}
