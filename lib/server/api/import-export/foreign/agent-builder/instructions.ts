import type { SyntaxNode } from "@lezer/common";
import type { Expression } from "../code/expression.ts";
import { childrenOf, readExpression } from "../code/read-expression.ts";
import type { Program } from "../code/read-program.ts";

const texts = new Set(["TemplateString", "FormatString", "String", "ContinuedString"]);

/** The text that a function of the context returns as an agent's instructions. */
export function findTemplate({ defined, text }: Program, name: string): Expression | undefined {
  const own = defined.find((one) => one.name === name && one.kind === "function");
  if (!own) return undefined;
  const open: SyntaxNode[] = [own.node];
  for (let at = open.pop(); at; at = open.pop()) {
    const returned = at.name === "ReturnStatement" ? childrenOf(at).find((one) => texts.has(one.name)) : undefined;
    if (returned) return readExpression(returned, text);
    open.push(...childrenOf(at));
  }
  return undefined;
}
