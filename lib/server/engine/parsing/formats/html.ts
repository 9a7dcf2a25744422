import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { type Role, writeFlow } from "../shared/flow.ts";
import { findElement, getText, isTooDeep, listElements, type MarkupNode, parseHtml } from "../shared/markup.ts";

const words = (list: string): Set<string> => new Set(list.split(" "));

const skipped = words(
  "script style noscript template svg math iframe object embed canvas audio video head nav select button input textarea",
);
const blockNames = words(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form header " +
    "hgroup html legend main p search section summary caption hr",
);

const isHidden = ({ attribs = {} }: MarkupNode): boolean =>
  "hidden" in attribs || attribs["aria-hidden"] === "true" || /display:\s*none/i.test(attribs.style ?? "");

function findRole(element: MarkupNode): Role {
  const { name = "", attribs = {} } = element;
  if (skipped.has(name) || isHidden(element)) return { is: "skip" };
  if (/^h[1-6]$/.test(name)) return { is: "heading", level: Number(name[1]) };
  if (blockNames.has(name)) return { is: "block" };
  if (name === "pre") return { is: "code" };
  if (name === "ul" || name === "ol" || name === "menu") return { is: "list", ordered: name === "ol" };
  if (name === "li") return { is: "item" };
  if (name === "table") return { is: "table" };
  if (name === "tr") return { is: "row" };
  if (name === "td" || name === "th") return { is: "cell", columns: Number(attribs.colspan) || 1, repeats: false };
  if (name === "br") return { is: "line" };
  // The back-reference of a footnote, as mammoth writes it.
  if (name === "a" && /^#(foot|end)note-ref-/.test(attribs.href ?? "")) return { is: "skip" };
  if (name === "img" && attribs.alt) return { is: "sign", text: attribs.alt };
  return { is: "inline" };
}

/** Only the main element, if the page has one. */
function findMainElement(document: MarkupNode): MarkupNode {
  const articles: MarkupNode[] = [];
  for (const element of listElements(document)) {
    if (element.name === "article") articles.push(element);
    if ((element.name === "main" || element.attribs?.role === "main") && getText(element).trim()) return element;
  }
  const [only] = articles;
  return only && articles.length === 1 && getText(only).trim() ? only : document;
}

const stripTags = (html: string): string =>
  html
    .split("<")
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf(">") + 1)))
    .join(" ");

/** Reads HTML into blocks and returns its title. Elements nested too deeply are read as text. */
export function readHtml(html: string, blocks: BlockList, { whole = false } = {}): string | null {
  if (isTooDeep(html)) {
    blocks.add("text", stripTags(html));
    return null;
  }
  const document = parseHtml(html);
  writeFlow(whole ? document : findMainElement(document), findRole, blocks);
  const title = findElement(document, "title");
  return (title && toOneLine(getText(title))) || null;
}

/** The encoding declared at the start of an HTML or XML file. */
export const declaredEncoding = (head: string): string | undefined =>
  /<meta[^<>]{1,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i.exec(head)?.[1] ??
  /^\s*<\?xml[^<>]{1,300}?encoding=["']([\w-]{1,40})/i.exec(head)?.[1];
