/** Returns the length of the part of a live text that is complete sentences and lines. */
export function finishedLength(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/[.!?…]["'”’)\]]*(?=\s)|\n/g)) end = match.index + match[0].length;
  return end;
}

const codeBlock = /(^|\n)(```|~~~)[\s\S]*?(\n\2|$)/g;

/** Marks of emphasis and code, not those in `2 * 3` and `snake_case`. */
const marks = /(?<![\p{L}\p{N}])[*_`~]+(?=\S)|(?<=\S)[*_`~]+(?![\p{L}\p{N}])/gu;

/** Whether a line is the rule below a table's header, or a thematic break. */
const isTableRule = (line: string): boolean => line.includes("--") && /^[\s:|-]+$/.test(line);

/** Returns Markdown as text to announce, or to show in one line: marks are removed, code blocks are named. */
export const stripMarkdown = (markdown: string): string =>
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
