/** What a text repeats that costs a careless reader much time, by a name for titles. */
const units: Record<string, string> = {
  spaces: " ",
  lines: "\n",
  "tabs and lines": "\t\r\n",
  letters: "a",
  words: "a ",
  digits: "1",
  "numbers and commas": "1,",
  dots: "a.",
  "dots alone": ".",
  slashes: "../",
  backslashes: "\\",
  quotes: '"',
  apostrophes: "'",
  "round brackets": "(",
  "square brackets": "[",
  "curly brackets": "{",
  "double curly brackets": "{{",
  placeholders: "{{a}}",
  "open placeholders": "{{a",
  "angle brackets": "<",
  tags: "<a b=c>",
  comments: "<!--",
  entities: "&amp;",
  ampersands: "&a=",
  percents: "%",
  escapes: "%41",
  ats: "a@",
  addresses: "a@a.a,",
  links: "http://a.a/?a#a ",
  hyphens: "a-",
  dashes: "-",
  underscores: "_*",
  backticks: "`",
  fences: "```\n",
  tables: "|-|\n",
  lists: "- a\n",
  quotations: "> ",
  "YAML anchors": "a: &a [*a]\n",
  "minus signs": "1-",
  powers: "9^",
  colons: "a:",
  crabs: "🦀",
  "joined emoji": "👩‍👩‍👧‍👦",
  accents: "e\u0301",
  "accents on one letter": "\u0301",
  "dotted capitals": "\u0130",
  "a phrase in one sign": "\uFDFA",
  "no-break spaces": "\u00a0",
  "line separators": "\u2028",
};

export type HeavyText = [name: string, make: (bytes: number) => string];

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** Begins and ends with something else, so that a pattern that wants the whole text fails at its end. */
function filled(unit: string, bytes: number): string {
  const count = Math.max(0, Math.floor((bytes - 4) / bytesOf(unit)));
  return `a${unit.repeat(count)}!`.slice(0, Math.max(1, bytes));
}

/** Texts of about so many bytes in JSON. */
export const heavyTexts: HeavyText[] = Object.entries(units).map(([name, unit]) => [
  name,
  (bytes) => filled(unit, bytes),
]);
