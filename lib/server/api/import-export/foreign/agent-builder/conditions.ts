import type { SyntaxNode } from "@lezer/common";
import { maxConditions } from "../../../../../constants/limits.ts";
import { childrenOf } from "../code/read-expression.ts";
import { sourceOf } from "../code/read-program.ts";
import type { Decision, Operator } from "../flow/decision.ts";
import type { Values } from "./values.ts";

export interface Condition {
  agent: string;
  field: string;
  operator: Operator;
  value: string;
  /** Whether the field itself is the condition, which must be true or false then. */
  isFlag: boolean;
}

/** Conditions of a case, all or any of which must match. */
export interface Conditions {
  list: readonly [Condition, ...Condition[]];
  match: "all" | "any";
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

const listParts = (node: SyntaxNode): SyntaxNode[] =>
  childrenOf(node).filter(({ name }) => !/^[()]$|Comment$/.test(name));

const joints = new Map<string, Conditions["match"]>([
  ["&&", "all"],
  ["and", "all"],
  ["||", "any"],
  ["or", "any"],
]);

/** Conditions that are joined in one way. Undefined for others, and for more than a case can have. */
export function readConditions(node: SyntaxNode, text: string, values: Values): Conditions | undefined {
  const found: Condition[] = [];
  const open = [node];
  let match: Conditions["match"] | undefined;
  for (let at = open.pop(); at; at = open.pop()) {
    const [first, sign, second] = listParts(at);
    const joint = at.name === "BinaryExpression" && sign ? joints.get(sourceOf(sign, text)) : undefined;
    if (found.length + open.length > maxConditions || (joint && match && joint !== match)) return undefined;
    match ??= joint;
    if (joint && first && second) open.push(second, first);
    else if (at.name === "ParenthesizedExpression" && first) open.push(first);
    else {
      const condition = readCondition(at, text, values);
      if (!condition) return undefined;
      found.push(condition);
    }
  }
  const [first, ...others] = found;
  return first && { list: [first, ...others], match: match ?? "all" };
}

export const isApproval = (callee: string): boolean => callee === "approvalRequest" || callee === "approval_request";

/** Whether a condition is an approval, or its negation. Undefined: it is something else. */
export function readApproval(condition: SyntaxNode, text: string): "approved" | "rejected" | undefined {
  let isNegated = false;
  for (let at: SyntaxNode | undefined = condition; at; ) {
    const inner = listParts(at);
    const [first, second] = inner;
    const sign: string = at.name === "UnaryExpression" && first ? sourceOf(first, text) : "";
    if (at.name === "CallExpression")
      return first && isApproval(sourceOf(first, text)) ? (isNegated ? "rejected" : "approved") : undefined;
    if (sign === "!" || sign === "not") isNegated = !isNegated;
    const isWrapper: boolean = at.name === "ParenthesizedExpression" || at.name === "AwaitExpression" || sign !== "";
    at = isWrapper ? (inner.length > 1 ? second : first) : undefined;
  }
  return undefined;
}

/** The first conditions, which compare the same values. */
export function takeAlike(all: readonly (Conditions | undefined)[]): Conditions[] {
  const known = all[0]?.list ?? [];
  const isKnown = ({ agent, field }: Condition) => known.some((one) => one.agent === agent && one.field === field);
  const end = all.findIndex((one) => !one?.list.every(isKnown));
  return all.slice(0, end < 0 ? undefined : end).flatMap((one) => one ?? []);
}

/** A comparison of an agent's output with a value, or a field of it that is true or false. */
function readCondition(node: SyntaxNode, text: string, values: Values): Condition | undefined {
  const inner = listParts(node);
  const [first, second, third] = inner;
  const isNegated = node.name === "UnaryExpression" && /^(?:!|not)$/.test(first ? sourceOf(first, text) : "");
  const isComparison = node.name === "BinaryExpression" && inner.length === 3;
  const read = isComparison ? first : isNegated ? second : node;
  const sign = isComparison && second ? sourceOf(second, text) : "==";
  const value = isComparison ? third && values.literal(third) : String(!isNegated);
  const found = read && values.resolve(read);
  const operator = Object.hasOwn(operators, sign) ? operators[sign] : undefined;
  if (found?.kind !== "output" || !operator || value === undefined) return undefined;
  if (!isComparison && found.path.length === 0) return undefined;
  return { agent: found.agent, field: found.path.join("."), operator, value, isFlag: !isComparison };
}

export const toWay = (i: number): string => `case ${i + 1}`;
export const otherwise = "else";

const toName = ({ operator, value }: Condition): string => (operator === "equals" ? value : `${operator} ${value}`);

export const toDecision = (cases: readonly Conditions[]): Decision => ({
  cases: cases.map(({ list, match }, i) => ({
    way: toWay(i),
    name: list.map(toName).join(match === "any" ? " or " : " and "),
    conditions: list.map(({ agent, field, operator, value }) => ({
      compares: { node: agent, field },
      operator,
      value,
    })),
    ...(match === "any" && { match }),
  })),
  otherwise,
});
