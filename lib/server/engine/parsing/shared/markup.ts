import { type CheerioOptions, load } from "cheerio/slim";
import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";

/** The used part of an HTML or XML node. */
export interface MarkupNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
  parent?: MarkupNode | null;
}

/** Elements with implicit end tags: they do not add to the depth. */
const unnested = new Set(
  "area base br col dd dt embed hr img input li link meta option p source tbody td tfoot th thead tr track wbr".split(
    " ",
  ),
);

/** Approximate nesting depth, enough to reject hostile documents. */
function measureNesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let end = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at + 1)) {
    const closes = text[at + 1] === "/";
    const name = /^[a-z][\w:.-]*/i.exec(text.slice(at + (closes ? 2 : 1), at + 42))?.[0];
    if (!name || unnested.has(name.toLowerCase())) continue;
    if (end < at) end = text.indexOf(">", at);
    if (end < 0) break;
    if (closes) depth = Math.max(0, depth - 1);
    else if (text[end - 1] !== "/") deepest = Math.max(deepest, ++depth);
  }
  return deepest;
}

export const isTooDeep = (text: string): boolean => measureNesting(text) > parseLimits.nesting;

const parseRoot = (text: string, xml: NonNullable<CheerioOptions["xml"]>): MarkupNode =>
  load(text, { xml }).root()[0] as MarkupNode;

/** Ignores the document type: custom entities are left unexpanded. */
export function parseXml(text: string): MarkupNode {
  if (isTooDeep(text)) throw new ParseError("damaged", "This file's parts are nested too deeply. Save it again.");
  return parseRoot(text, true);
}

export const parseHtml = (text: string): MarkupNode =>
  parseRoot(text, { xmlMode: false, recognizeSelfClosing: true, decodeEntities: true });

/** Every descendant element in document order, without recursion. */
export function* listElements(root: MarkupNode): Generator<MarkupNode> {
  const open = [...(root.children ?? [])].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.name) yield node;
    const { children = [] } = node;
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child) open.push(child);
    }
  }
}

export function getText(root: MarkupNode): string {
  const parts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "text" || node.type === "cdata") parts.push(node.data ?? "");
    for (let i = (node.children?.length ?? 0) - 1; i >= 0; i -= 1) {
      const child = node.children?.[i];
      if (child) open.push(child);
    }
  }
  return parts.join("");
}

export function findElement(root: MarkupNode, name: string): MarkupNode | undefined {
  for (const element of listElements(root)) if (element.name === name) return element;
  return undefined;
}
