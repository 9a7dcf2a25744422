import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../code/read-expression.ts";
import { sourceOf } from "../code/read-program.ts";
import type { Decision, Operator } from "../flow/decision.ts";
import type { Values } from "./values.ts";

export interface Condition {
  agent: string;
  field: string;
  operator: Operator;
  value: string;
}

/** A block of an `if`, with the condition before it; the last one may have none. */
export interface Case {
  condition?: SyntaxNode | undefined;
  block: SyntaxNode;
}

const operators: Record<string, Condition["operator"]> = {
  "==": "equals",
  "===": "equals",
  "!=": "notEquals",
  "!==": "notEquals",
  ">": "greaterThan",
  "<": "lessThan",
};

const isBlock = ({ name }: SyntaxNode): boolean => name === "Body" || name === "Block" || name.endsWith("Statement");

/** The blocks of an `if` with all that follow it by `else if`. */
export function listCases(statement: SyntaxNode): Case[] {
  const cases: Case[] = [];
  for (let at: SyntaxNode | undefined = statement; at; ) {
    let condition: SyntaxNode | undefined;
    let next: SyntaxNode | undefined;
    for (const child of childrenOf(at)) {
      if (/^(?:if|elif|else|⚠|:)$|Comment$/.test(child.name)) continue;
      if (!isBlock(child)) condition = child;
      else if (!condition && child.name === "IfStatement") next = child;
      else {
        cases.push({ condition, block: child });
        condition = undefined;
      }
    }
    at = next;
  }
  return cases;
}

/** A comparison of an agent's output with a value, or a field of it that is true or false. */
export function readCondition(node: SyntaxNode, text: string, values: Values): Condition | undefined {
  const inner = childrenOf(node).filter(({ name }) => !/^[()]$|Comment$/.test(name));
  const [first, second, third] = inner;
  if (node.name === "ParenthesizedExpression") return first && readCondition(first, text, values);
  const isNegated = node.name === "UnaryExpression" && /^(?:!|not)$/.test(first ? sourceOf(first, text) : "");
  const isComparison = node.name === "BinaryExpression" && inner.length === 3;
  const read = isComparison ? first : isNegated ? second : node;
  const sign = isComparison && second ? sourceOf(second, text) : "==";
  const value = isComparison ? third && values.literal(third) : String(!isNegated);
  const found = read && values.resolve(read);
  const operator = Object.hasOwn(operators, sign) ? operators[sign] : undefined;
  if (found?.kind !== "output" || !operator || value === undefined) return undefined;
  if (!isComparison && found.path.length === 0) return undefined;
  return { agent: found.agent, field: found.path.join("."), operator, value };
}

export const toWay = (i: number): string => `case ${i + 1}`;
export const otherwise = "else";

/** A decision whose cases have one condition each. */
export const toDecision = (conditions: readonly Condition[]): Decision => ({
  cases: conditions.map(({ agent, field, operator, value }, i) => ({
    way: toWay(i),
    name: operator === "equals" ? value : `${operator} ${value}`,
    conditions: [{ compares: { node: agent, field }, operator, value }],
  })),
  otherwise,
});
