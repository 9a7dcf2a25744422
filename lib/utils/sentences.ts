/** How much of a text that is still being written stands in finished sentences and lines; the length of that part. */
export function finishedLength(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/[.!?…]["'”’)\]]*(?=\s)|\n/g)) end = match.index + match[0].length;
  return end;
}

const codeBlock = /(^|\n)(```|~~~)[\s\S]*?(\n\2|$)/g;

/** Of emphasis and code; `2 * 3` and `snake_case` have none. */
const marks = /(?<![\p{L}\p{N}])[*_`~]+(?=\S)|(?<=\S)[*_`~]+(?![\p{L}\p{N}])/gu;

/** Dashes below the head of a table, or between two paragraphs. */
const isTableRule = (line: string): boolean => line.includes("--") && /^[\s:|-]+$/.test(line);

/** Markdown as it should be read out, or shown in one line: code is named, marks are left out. */
export const spoken = (markdown: string): string =>
  markdown
    .replace(codeBlock, "$1Code block.")
    .replace(/!?\[([^[\]]*)\]\([^)[]*\)/g, "$1")
    .split("\n")
    .filter((line) => !isTableRule(line))
    .join("\n")
    .replace(/^[#>\s*+-]+/gm, "")
    .replace(/\|/g, " ")
    .replace(marks, "")
    .replace(/\s+/g, " ")
    .trim();
