/** How much of a text that is still being written stands in finished sentences and lines; the length of that part. */
export function finishedLength(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/[.!?…]["'”’)\]]*(?=\s)|\n/g)) end = match.index + match[0].length;
  return end;
}

const codeBlock = /(^|\n)(```|~~~)[\s\S]*?(\n\2|$)/g;

/** Markdown as it should be read out: code is named, marks are left out. */
export const spoken = (markdown: string): string =>
  markdown
    .replace(codeBlock, "$1Code block.")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^[#>\s*+-]+/gm, "")
    .replace(/[*_`~|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
