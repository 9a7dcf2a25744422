import { load } from "cheerio/slim";
import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";

/** A node of a parsed HTML or XML document, as far as the walks over it look. */
export interface MarkupNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
  parent?: MarkupNode | null;
}

/** Elements that HTML ends by itself: they do not add up to a depth. */
const unnested = new Set(
  "area base br col dd dt embed hr img input li link meta option p source tbody td tfoot th thead tr track wbr".split(
    " ",
  ),
);

/** How deep the elements of a text lie in one another, nearly: enough to refuse what only an attacker would write. */
export function nestingOf(text: string): number {
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

export const isTooDeep = (text: string): boolean => nestingOf(text) > parseLimits.nesting;

/** No document type of a file's own is read: entities that it declares stay as they are written. */
export function xmlOf(text: string): MarkupNode {
  if (isTooDeep(text))
    throw new ParseError("damaged", "This file's parts are nested deeper than any program writes. Save it again.");
  return load(text, { xml: true }).root()[0] as unknown as MarkupNode;
}

export const htmlOf = (text: string): MarkupNode =>
  load(text, {
    xml: { xmlMode: false, recognizeSelfClosing: true, decodeEntities: true },
  }).root()[0] as unknown as MarkupNode;

/** Every element below a node in the document's order; no recursion, whatever the depth. */
export function* elementsOf(root: MarkupNode): Generator<MarkupNode> {
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

/** The text in an element. */
export function textOf(root: MarkupNode): string {
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

export function elementNamed(root: MarkupNode, name: string): MarkupNode | undefined {
  for (const element of elementsOf(root)) if (element.name === name) return element;
  return undefined;
}
