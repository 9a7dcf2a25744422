/*
 * Some constructs cost the parser quadratic time, others deep recursion. These bounds keep every text below about half
 * a second; real texts stay far below them.
 */
const maxLength = 100_000;
const maxLines = 10_000;
const maxDepth = 30;
const maxListIndent = 100;
const inParagraph = { characters: 12_000, emphasis: 1_000, brackets: 2_000, tags: 500 };
const inText = { lines: 3_000, blocks: 1_500, rules: 300, marks: 8_000 };

const containers = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)|\[\^[^\]]*\]:))+/;
const blockStart = /^\s*(?:>|[-*+]\s|\d{1,9}[.)]\s|#{1,6}(?:\s|$)|\[[^\]]*\]:)/;
/** A list item that can interrupt a paragraph. */
const bullet = /^ {0,3}[-*+] +\S/;
const ruleSigns = /^(?:=+|[-*_ \t]+)$/;
const isOnlyRule = (line: string): boolean => ruleSigns.test(line.replace(/^[\s>]+/, "").trimEnd());
const fence = /^(`{3,}(?=[^`]*$)|~{3,})/;
/** The parser may treat a fence here as HTML, so that what follows is not code. */
const htmlStart = /^[\s>*+-]*<[a-z/!?]/i;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
const emptyParagraph = () => ({ characters: 0, emphasis: 0, brackets: 0, tags: 0 });

function isTooDeep(line: string): boolean {
  const prefix = containers.exec(line)?.[0];
  if (prefix === undefined) return false;
  return count(prefix, />|[-*+](?=\s)|\d[.)](?=\s)|\[/g) > maxDepth || line.search(/\S/) > maxListIndent;
}

const exceeds = <K extends string>(values: Record<K, number>, bounds: Record<K, number>): boolean =>
  (Object.keys(bounds) as K[]).some((key) => values[key] > bounds[key]);

/** Whether a text is too long, too nested or too dense to be parsed as Markdown. One linear pass. */
export function isHeavyMarkdown(text: string): boolean {
  if (text.length > maxLength) return true;
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > maxLines) return true;
  const total = { lines: 0, blocks: 0, rules: 0, marks: 0 };
  let paragraph = emptyParagraph();
  let open: string | undefined;
  let trustFences = true;

  for (const line of lines) {
    const mark = fence.exec(line)?.[1];
    if (open !== undefined) {
      if (mark?.startsWith(open) && line.slice(mark.length).trim() === "") open = undefined;
      continue;
    }
    if (mark && trustFences) {
      open = mark;
      total.blocks += 1;
      paragraph = emptyParagraph();
      continue;
    }
    if (line.trim() === "") {
      paragraph = emptyParagraph();
      continue;
    }
    if (htmlStart.test(line)) trustFences = false;
    if (bullet.test(line)) paragraph = emptyParagraph();

    const emphasis = count(line, /\*+|_+|~+/g);
    const brackets = count(line, /[[\]]/g);
    const tags = count(line, /</g);
    paragraph.characters += line.length;
    paragraph.emphasis += emphasis;
    paragraph.brackets += brackets;
    paragraph.tags += tags;
    total.lines += 1;
    total.blocks += blockStart.test(line) ? 1 : 0;
    total.rules += isOnlyRule(line) ? 1 : 0;
    total.marks += emphasis + brackets + tags + count(line, /`+|@|www\.|:\/\//g);
    if (isTooDeep(line) || exceeds(paragraph, inParagraph) || exceeds(total, inText)) return true;
  }
  return total.blocks > inText.blocks;
}
