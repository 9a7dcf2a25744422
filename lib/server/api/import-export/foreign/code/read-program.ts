import type { SyntaxNode } from "@lezer/common";
import { parser as javascript } from "@lezer/javascript";
import { parser as python } from "@lezer/python";
import { ForeignProblem } from "../shared/foreign.ts";
import type { Expression } from "./expression.ts";
import { childrenOf, readExpression } from "./read-expression.ts";

type Language = "python" | "javascript";

/** A value that a program gives a name to at its top level. */
interface Assigned {
  name: string;
  value: Expression;
  /** The statement. */
  code: string;
}
export interface Defined {
  name: string;
  kind: "function" | "class";
  /** Names of decorators, such as `agent`. */
  decorators: string[];
  node: SyntaxNode;
  code: string;
}

/** A program as text and syntax tree. Nothing of it is run. */
export interface Program {
  language: Language;
  text: string;
  assigned: Assigned[];
  defined: Defined[];
}

const maxCodeLength = 2_000_000;
const typescript = javascript.configure({ dialect: "ts" });

/** Python, unless the text imports as TypeScript does. */
const detectLanguage = (text: string): Language =>
  /^(?:import\s[^\n]{0,500}\sfrom\s["']|const\s|export\s|let\s)/m.test(text) ? "javascript" : "python";

/** Whether a node, or one within it, is wanted. */
export function hasNode(root: SyntaxNode, isWanted: (node: SyntaxNode) => boolean): boolean {
  const open = [root];
  for (let at = open.pop(); at; at = open.pop()) {
    if (isWanted(at)) return true;
    open.push(...childrenOf(at));
  }
  return false;
}

export const sourceOf = (node: SyntaxNode, text: string): string => text.slice(node.from, node.to);

function readDefinition(node: SyntaxNode, text: string, decorators: string[]): Defined | undefined {
  const kind = /^Class/.test(node.name) ? "class" : /^Function/.test(node.name) ? "function" : undefined;
  const name = node.getChild("VariableName") ?? node.getChild("VariableDefinition");
  if (!kind || !name) return undefined;
  return { name: sourceOf(name, text), kind, decorators, node, code: sourceOf(node, text) };
}

/** What a decorated statement defines. */
export function readDecorated(node: SyntaxNode, text: string): Defined | undefined {
  const decorators = node.getChildren("Decorator").map((one) => sourceOf(one, text).slice(1, 100).trim());
  const inner = node.lastChild;
  return inner ? readDefinition(inner, text, decorators) : undefined;
}

function readAssignments(node: SyntaxNode, text: string): Assigned[] {
  const found: Assigned[] = [];
  let name: string | undefined;
  for (const child of childrenOf(node)) {
    if (child.name === "VariableDefinition" || (child.name === "VariableName" && name === undefined))
      name = sourceOf(child, text);
    else if (
      name !== undefined &&
      !["AssignOp", "Equals", "TypeAnnotation", "TypeDef", ",", ";"].includes(child.name)
    ) {
      found.push({ name, value: readExpression(child, text), code: sourceOf(node, text) });
      name = undefined;
    }
  }
  return found;
}

const statementsOf = (node: SyntaxNode): SyntaxNode[] =>
  childrenOf(node).flatMap((one) => (one.name === "ExportDeclaration" ? childrenOf(one) : [one]));

/** Reads the top level of a program. Throws a `ForeignProblem` for one that is too long. */
export function readProgram(text: string): Program {
  if (text.length > maxCodeLength)
    throw new ForeignProblem(`A program can have up to ${maxCodeLength.toLocaleString("en")} characters.`);
  const language = detectLanguage(text);
  const tree = (language === "python" ? python : typescript).parse(text);
  const program: Program = { language, text, assigned: [], defined: [] };
  for (const node of statementsOf(tree.topNode)) {
    if (node.name === "AssignStatement" || node.name === "VariableDeclaration") {
      program.assigned.push(...readAssignments(node, text));
      const arrow = node.getChild("ArrowFunction");
      const name = node.getChild("VariableDefinition");
      if (arrow && name)
        program.defined.push({
          name: sourceOf(name, text),
          kind: "function",
          decorators: [],
          node: arrow,
          code: sourceOf(node, text),
        });
    }
    const defined = node.name === "DecoratedStatement" ? readDecorated(node, text) : readDefinition(node, text, []);
    if (defined) program.defined.push(defined);
  }
  return program;
}
