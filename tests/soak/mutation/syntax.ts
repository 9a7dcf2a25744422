import { type Node, parseSync } from "oxc-parser";

/** Types of a program have no part in what it does, and change more often. */
const typeKeys = new Set(["typeAnnotation", "returnType", "typeParameters", "typeArguments", "superTypeArguments"]);

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** The fields of a node that matter when the program runs. */
export const fieldsOf = (node: Node): [name: string, value: unknown][] =>
  Object.entries(node).filter(([name]) => !typeKeys.has(name));

export const childrenOf = (node: Node): Node[] => fieldsOf(node).flatMap(([, value]) => [value].flat().filter(isNode));

/** A node and everything in it, in the order of the source; an outer node comes before its parts. */
export function nodesIn(root: Node): Node[] {
  const parts = childrenOf(root).sort((a, b) => a.start - b.start);
  return [root, ...parts.flatMap(nodesIn)];
}

export const parentOf = (root: Node, node: Node): Node | undefined =>
  nodesIn(root).find((each) => childrenOf(each).includes(node));

/** The expression without what is written around it for the compiler or for optional chaining. */
export function bare(node: Node): Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ChainExpression":
      return bare(node.expression);
    default:
      return node;
  }
}

/** Throws when the source is no valid program. */
export function parseSource(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source, { preserveParens: false });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  return program;
}
