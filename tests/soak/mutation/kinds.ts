import type { Node } from "oxc-parser";
import { nodesIn } from "./syntax";

const comparisons = new Set(["===", "!==", "==", "!=", "<", "<=", ">", ">=", "in", "instanceof"]);

/** Names of syntax that the first step of a path may count. */
const kinds: Record<string, (node: Node) => boolean> = {
  if: ({ type }) => type === "IfStatement",
  loop: ({ type }) => /^(For|ForOf|ForIn|While|DoWhile)Statement$/.test(type),
  return: ({ type }) => type === "ReturnStatement",
  throw: ({ type }) => type === "ThrowStatement",
  case: ({ type }) => type === "SwitchCase",
  /** An expression that stands alone, as a call does whose result nobody needs. */
  statement: ({ type }) => type === "ExpressionStatement",
  variable: ({ type }) => type === "VariableDeclarator",
  assignment: ({ type }) => type === "AssignmentExpression",
  ternary: ({ type }) => type === "ConditionalExpression",
  comparison: (node) => node.type === "BinaryExpression" && comparisons.has(node.operator),
  arithmetic: (node) => node.type === "BinaryExpression" && !comparisons.has(node.operator),
  "&&": (node) => node.type === "LogicalExpression" && node.operator === "&&",
  "||": (node) => node.type === "LogicalExpression" && node.operator === "||",
  "??": (node) => node.type === "LogicalExpression" && node.operator === "??",
  not: (node) => node.type === "UnaryExpression" && node.operator === "!",
  call: ({ type }) => type === "CallExpression",
  new: ({ type }) => type === "NewExpression",
  await: ({ type }) => type === "AwaitExpression",
  function: ({ type }) => type === "ArrowFunctionExpression" || type === "FunctionExpression",
  object: ({ type }) => type === "ObjectExpression",
  array: ({ type }) => type === "ArrayExpression",
  template: ({ type }) => type === "TemplateLiteral",
  literal: ({ type }) => type === "Literal",
  spread: ({ type }) => type === "SpreadElement",
};

/** The name by which a call is made: `max` of `z.string().max(3)`. */
export function calleeName(node: Node): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.name;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" ? callee.property.name : undefined;
}

/** Calls count in the order of their parentheses: in `a().b()` that of `a` is the first. */
const placeOf = (node: Node): number => (node.type === "CallExpression" ? node.callee.end : node.start);

/** The nodes of a kind in a node. Of `a && b && c` only the whole counts. */
export function nodesOfKind(root: Node, kind: string, callee?: string): Node[] {
  const all = nodesIn(root).filter((node) => node !== root && kinds[kind]?.(node));
  const inner = new Set<Node>(
    all.flatMap((node) => (node.type === "LogicalExpression" && kinds[kind]?.(node.left) ? [node.left] : [])),
  );
  return all
    .filter((node) => !inner.has(node) && (callee === undefined || calleeName(node) === callee))
    .sort((a, b) => placeOf(a) - placeOf(b));
}
