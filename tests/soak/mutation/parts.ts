import type { Node } from "oxc-parser";
import { bare } from "./syntax";

/** `a && b && c` has three operands, though it is written as two expressions. */
function operandsOf(node: Node): Node[] {
  if (node.type !== "LogicalExpression" && node.type !== "BinaryExpression") return [];
  const { left, right } = node;
  const goesOn = node.type === "LogicalExpression" && left.type === node.type && left.operator === node.operator;
  return goesOn ? [...operandsOf(left), right] : [left, right];
}

function assignedBy(node: Node): Node | null {
  switch (node.type) {
    case "VariableDeclarator":
      return node.init;
    case "Property":
    case "PropertyDefinition":
      return node.value;
    case "AssignmentExpression":
      return node.right;
    case "ExpressionStatement":
      return node.expression;
    default:
      return "argument" in node ? node.argument : null;
  }
}

/** What a call is made on: `table` of `table.select()`. */
function ownerOf(node: Node): Node | null {
  if (node.type === "MemberExpression") return node.object;
  return node.type === "CallExpression" && node.callee.type === "MemberExpression" ? node.callee.object : null;
}

type FindParts = (node: Node) => (Node | null)[];

/** Names of a node's parts, in the order of `$1`, `$2`. */
const listed = new Map<string, FindParts>([
  ["test", (node) => ("test" in node ? [node.test] : [])],
  ["then", (node) => ("consequent" in node ? [node.consequent].flat() : [])],
  ["else", (node) => ("alternate" in node ? [node.alternate] : [])],
  ["value", (node) => [assignedBy(node)]],
  ["argument", (node) => ("arguments" in node ? node.arguments : [])],
  ["operand", operandsOf],
  ["element", (node) => (node.type === "ArrayExpression" ? node.elements : [])],
  ["property", (node) => (node.type === "ObjectExpression" ? node.properties : [])],
  [
    "expression",
    (node) => {
      if (node.type === "TaggedTemplateExpression") return node.quasi.expressions;
      return node.type === "TemplateLiteral" ? node.expressions : [];
    },
  ],
]);

/** Parts that `$1`, `$2` do not count. */
const single: Record<string, (node: Node) => Node | null> = {
  owner: ownerOf,
  callee: (node) => (node.type === "CallExpression" ? node.callee : null),
  /** What is assigned to. */
  target: (node) => (node.type === "AssignmentExpression" ? node.left : null),
  /** What a loop goes through. */
  of: (node) => (node.type === "ForOfStatement" ? node.right : null),
  body: (node) => ("body" in node && node.body !== null && "type" in node.body ? node.body : null),
};

const present = (nodes: readonly (Node | null)[]): Node[] => nodes.flatMap((node) => (node ? [bare(node)] : []));

/** A node's parts in the order in which they are written, as `$1`, `$2` name them. */
export const partsOf = (node: Node): Node[] => [...listed.values()].flatMap((find) => present(find(node)));

/** The parts of a name: one `test`, any number of `argument`. Undefined where no part is called so. */
export function partsNamed(node: Node, name: string): Node[] | undefined {
  if (name in single) return present([single[name]?.(node) ?? null]);
  const find = listed.get(name);
  return find && present(find(node));
}
