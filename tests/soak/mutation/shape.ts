import { createHash } from "node:crypto";
import type { Node } from "oxc-parser";
import { bare, fieldsOf, isNode, nodesIn } from "./syntax";

/** How a node is written, and where. */
const ignored = new Set(["start", "end", "raw", "shorthand", "tail"]);

const oneSpace = (text: string): string => text.replace(/\s+/g, " ");

/** A node as lists and plain values, with names as `rename` returns them. */
function plainTree(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => plainTree(each, rename));
  if (!isNode(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const node = bare(value);
  switch (node.type) {
    case "Identifier":
    case "JSXIdentifier":
    case "PrivateIdentifier":
      return rename(node.name);
    case "TemplateElement":
      return { text: oneSpace(node.value.cooked ?? node.value.raw) };
    case "JSXText":
      return { text: oneSpace(node.value) };
    default:
      return fieldsOf(node).flatMap(([name, field]) => (ignored.has(name) ? [] : [[name, plainTree(field, rename)]]));
  }
}

/** What a node does, as text to compare: without its formatting and its types. */
export const syntaxOf = (node: Node): string => JSON.stringify(plainTree(node, (name) => name));

/** The same without its names. */
const shapeOf = (node: Node): string => JSON.stringify(plainTree(node, () => "name"));

const hashOf = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

/** A node's syntax without its names, and its place among the nodes of the symbol that look the same. */
function markOf(symbol: Node, outer: Node): string {
  const node = bare(outer);
  const shape = shapeOf(node);
  const alike = nodesIn(symbol).filter((each) => each.type === node.type && shapeOf(each) === shape);
  return `${shape} ${alike.indexOf(node) + 1} of ${alike.length}`;
}

/**
 * Six characters for some nodes of a symbol: renaming and formatting leave them, an edit of a node changes them, and so
 * does another one in its place. Four more for the whole symbol tell symbols apart whose nodes look the same, when one of
 * them was renamed.
 */
export const fingerprint = (symbol: Node, nodes: readonly Node[]): string =>
  hashOf(nodes.map((node) => markOf(symbol, node)).join(" "), 6) + hashOf(shapeOf(symbol), 4);

/** Whether two fingerprints are of the same node; the symbol may have been edited elsewhere. */
export const isSameNode = (one: string, other: string): boolean => one.slice(0, 6) === other.slice(0, 6);
