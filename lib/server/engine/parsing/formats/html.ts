import { type BlockList, oneLine } from "../shared/block-list.ts";
import { type Role, writeFlow } from "../shared/flow.ts";
import { elementNamed, elementsOf, htmlOf, isTooDeep, type MarkupNode, textOf } from "../shared/markup.ts";

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

function roleOf(element: MarkupNode): Role {
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
function mainPart(document: MarkupNode): MarkupNode {
  const articles: MarkupNode[] = [];
  for (const element of elementsOf(document)) {
    if (element.name === "article") articles.push(element);
    if ((element.name === "main" || element.attribs?.role === "main") && textOf(element).trim()) return element;
  }
  const [only] = articles;
  return only && articles.length === 1 && textOf(only).trim() ? only : document;
}

const withoutTags = (html: string): string =>
  html
    .split("<")
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf(">") + 1)))
    .join(" ");

/** Reads HTML into blocks and returns its title. Elements nested too deeply are read as text. */
export function readHtml(html: string, blocks: BlockList, { whole = false } = {}): string | null {
  if (isTooDeep(html)) {
    blocks.add("text", withoutTags(html));
    return null;
  }
  const document = htmlOf(html);
  writeFlow(whole ? document : mainPart(document), roleOf, blocks);
  const title = elementNamed(document, "title");
  return (title && oneLine(textOf(title))) || null;
}

/** The encoding declared at the start of an HTML or XML file. */
export const declaredEncoding = (head: string): string | undefined =>
  /<meta[^<>]{1,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i.exec(head)?.[1] ??
  /^\s*<\?xml[^<>]{1,300}?encoding=["']([\w-]{1,40})/i.exec(head)?.[1];
