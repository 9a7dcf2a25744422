/*
 * The parser's cost grows with the square of some constructs, and its recursion with the depth of others. These bounds
 * keep every text below about half a second; what people and models write stays far away from them.
 */
const maxLength = 100_000;
const maxDepth = 30;
const maxListIndent = 100;
const inParagraph = { emphasis: 1_000, brackets: 2_000 };
const inText = { lines: 3_000, blocks: 1_500, rules: 300, marks: 8_000 };

const containers = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[\^[^\]]*\]:))+/;
const blockStart = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}(?:\s|$)|\[[^\]]*\]:)/;
const onlyRule = /^[\s>]*(?:=+|[-*_ \t]+)\s*$/;
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
/** Here the parser may take a fence for HTML text, so that what follows is not code. */
const htmlStart = /^[\s>*+-]*<[a-z/!?]/i;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const markers = /[>]|[-*+](?=\s)|\d{1,9}[.)](?=\s)/g;

function tooDeep(line: string): boolean {
  const prefix = containers.exec(line)?.[0];
  if (prefix === undefined) return false;
  return count(prefix, markers) > maxDepth || line.search(/\S/) > maxListIndent;
}

/** Whether a text is too long, too nested or too dense to be parsed as markdown. One pass, linear. */
export function isHeavyMarkdown(text: string): boolean {
  if (text.length > maxLength) return true;
  let paragraph = { emphasis: 0, brackets: 0 };
  const total = { lines: 0, blocks: 0, rules: 0, marks: 0 };
  let open: string | undefined;
  let trustFences = true;

  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && line.slice(mark.length).trim() === "") open = undefined;
      continue;
    }
    if (mark && trustFences) {
      open = mark;
      paragraph = { emphasis: 0, brackets: 0 };
      total.blocks += 1;
      if (total.blocks > inText.blocks) return true;
      continue;
    }
    if (line.trim() === "") {
      paragraph = { emphasis: 0, brackets: 0 };
      continue;
    }
    if (htmlStart.test(line)) trustFences = false;
    if (tooDeep(line)) return true;

    const emphasis = count(line, /\*+|_+|~+/g);
    const brackets = count(line, /[[\]]/g);
    paragraph.emphasis += emphasis;
    paragraph.brackets += brackets;
    total.lines += 1;
    total.blocks += blockStart.test(line) ? 1 : 0;
    total.rules += onlyRule.test(line) ? 1 : 0;
    total.marks += emphasis + brackets + count(line, /`+|<|@|www\.|:\/\//g);
    if (paragraph.emphasis > inParagraph.emphasis || paragraph.brackets > inParagraph.brackets) return true;
    if (total.lines > inText.lines || total.blocks > inText.blocks) return true;
    if (total.rules > inText.rules || total.marks > inText.marks) return true;
  }
  return false;
}
