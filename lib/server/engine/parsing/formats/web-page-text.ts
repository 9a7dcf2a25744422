/** The used part of a DOM node. */
export interface DomNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: DomNode[];
}

/** Deeper nesting is ignored, to protect the stack. */
const MAX_DEPTH = 200;
const SKIPPED = new Set(
  "script style noscript template svg math head nav footer aside iframe object embed audio video canvas dialog button select input textarea".split(
    " ",
  ),
);
const BLOCKS = new Set(
  "address article blockquote body dd details div dl dt fieldset figcaption figure form header hgroup html li main ol p section summary tbody td tfoot th thead tr ul caption center label legend".split(
    " ",
  ),
);

const isHidden = ({ attribs = {} }: DomNode): boolean =>
  "hidden" in attribs ||
  attribs["aria-hidden"] === "true" ||
  ["navigation", "banner", "contentinfo", "search"].includes(attribs.role ?? "") ||
  /display:\s*none/i.test(attribs.style ?? "");

const collapseSpaces = (text: string): string => text.replace(/[ \t\r\n\f\u00a0]+/g, " ");

/** The text of a node on one line. */
function toLine(node: DomNode, depth: number): string {
  if (node.type === "text") return collapseSpaces(node.data ?? "");
  if (depth > MAX_DEPTH || SKIPPED.has(node.name ?? "") || isHidden(node)) return "";
  const { name = "", children = [] } = node;
  if (name === "br") return " ";
  if (name === "img") return collapseSpaces(node.attribs?.alt ?? "");
  const inner = children.map((child) => toLine(child, depth + 1)).join("");
  return BLOCKS.has(name) ? ` ${inner} ` : inner;
}

/** All text of a node, such as a title. */
export const plainText = (node: DomNode): string => preformatted(node, 0);

const oneLine = (node: DomNode, depth: number): string => collapseSpaces(toLine(node, depth)).trim();

function preformatted(node: DomNode, depth: number): string {
  if (node.type === "text") return node.data ?? "";
  if (depth > MAX_DEPTH) return "";
  if (node.name === "br") return "\n";
  return (node.children ?? []).map((child) => preformatted(child, depth + 1)).join("");
}

/** No spreads and no backtracking patterns: a hostile page may have millions of elements. */
const findLongest = (lengths: Iterable<number>, least: number): number => {
  let most = least;
  for (const length of lengths) most = Math.max(most, length);
  return most;
};

function toCodeBlock(code: string): string {
  const text = code.replace(/^\n+/, "").trimEnd();
  const fences = (text.match(/`{3,}/g) ?? []).map((fence) => fence.length);
  const fence = "`".repeat(findLongest(fences, 2) + 1);
  return text ? `${fence}\n${text}\n${fence}` : "";
}

/** A table's rows, excluding nested tables. */
function listRows(node: DomNode, depth: number): DomNode[] {
  if (depth > MAX_DEPTH) return [];
  return (node.children ?? []).flatMap((child) => {
    if (child.name === "tr") return [child];
    return child.name === "table" ? [] : listRows(child, depth + 1);
  });
}

function toTable(node: DomNode, depth: number): string {
  const cells = listRows(node, depth).map((row) =>
    (row.children ?? [])
      .filter(({ name }) => name === "td" || name === "th")
      .map((cell) => ({ head: cell.name === "th", text: oneLine(cell, depth).replaceAll("|", "\\|") })),
  );
  const filled = cells.filter((row) => row.some(({ text }) => text !== ""));
  const width = findLongest(
    filled.map((row) => row.length),
    0,
  );
  // A table with one column is used for layout.
  if (width < 2) return filled.flatMap((row) => row.map(({ text }) => text)).join("\n\n");
  // Only the header needs all columns; padding every row would let a hostile table grow without bounds.
  const line = (row: string[]): string => `| ${row.join(" | ")} |`;
  const texts = filled.map((row) => row.map(({ text }) => text));
  const [head = [], ...rest] = filled[0]?.every((cell) => cell.head) ? texts : [[], ...texts];
  const full = Array.from({ length: width }, (_, at) => head[at] ?? "");
  return [line(full), line(full.map(() => "---")), ...rest.map(line)].join("\n");
}

/** Indentation stops here: lines would otherwise be mostly spaces. */
const MAX_MARKED = 60;
const indentText = (text: string, depth: number): string =>
  depth > MAX_MARKED ? text : text.replace(/\n(?=.)/g, "\n  ");

/** A list item's content, with nested lists directly below its text. */
function toListItem(item: DomNode, depth: number): string {
  const [first = "", ...rest] = toParts(item.children ?? [], depth);
  return rest.reduce((text, part) => `${text}${/^(- |\d+\. )/.test(part) ? "\n" : "\n\n"}${part}`, first);
}

function toList(node: DomNode, depth: number): string {
  const items = (node.children ?? []).filter(({ name }) => name === "li");
  return items
    .flatMap((item, index) => {
      const text = toListItem(item, depth + 1);
      return text ? [`${node.name === "ol" ? `${index + 1}. ` : "- "}${indentText(text, depth)}`] : [];
    })
    .join("\n");
}

function toBlock(node: DomNode, depth: number): string {
  const { name = "" } = node;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level) {
    const text = oneLine(node, depth);
    return text && `${"#".repeat(Number(level))} ${text}`;
  }
  if (name === "pre") return toCodeBlock(preformatted(node, depth));
  if (name === "table") return toTable(node, depth);
  if (name === "ul" || name === "ol") return toList(node, depth);
  const inner = toBlocks(node.children ?? [], depth + 1);
  return name === "blockquote" && depth <= MAX_MARKED ? inner.replace(/^/gm, "> ") : inner;
}

const isBlock = ({ name = "" }: DomNode): boolean => BLOCKS.has(name) || /^(h[1-6]|pre|table|hr)$/.test(name);

/** Whether the node contains block elements, such as a list in a link. */
const containsBlocks = (node: DomNode, depth: number): boolean =>
  depth <= MAX_DEPTH && (node.children ?? []).some((child) => isBlock(child) || containsBlocks(child, depth + 1));

const toBlocks = (nodes: readonly DomNode[], depth: number): string => toParts(nodes, depth).join("\n\n");

function toParts(nodes: readonly DomNode[], depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  const parts: string[] = [];
  let line = "";
  const endLine = () => {
    const text = collapseSpaces(line).trim();
    if (text) parts.push(text);
    line = "";
  };
  for (const node of nodes) {
    if (node.type === "text") line += node.data ?? "";
    else if (SKIPPED.has(node.name ?? "") || isHidden(node)) continue;
    else if (isBlock(node) || containsBlocks(node, depth + 1)) {
      endLine();
      const text = toBlock(node, depth + 1);
      if (text) parts.push(text);
    } else line += toLine(node, depth + 1);
  }
  endLine();
  return parts;
}

/** DOM nodes as Markdown with headings, lists, tables and code; menus and hidden elements are omitted. */
export const toMarkdown = (nodes: readonly DomNode[]): string =>
  nodes
    .map((node) => toBlocks(node.children ?? [], 0))
    .filter(Boolean)
    .join("\n\n");
