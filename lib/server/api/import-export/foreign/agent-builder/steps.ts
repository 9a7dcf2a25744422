import type { SyntaxNode } from "@lezer/common";
import type { Expression } from "../code/expression.ts";
import { childrenOf, readExpression } from "../code/read-expression.ts";
import { type Program, sourceOf } from "../code/read-program.ts";
import { ForeignProblem } from "../shared/foreign.ts";

/** What a workflow does, in the order of its program. */
export interface WorkflowStep {
  kind: "run" | "approval" | "guardrail" | "branch" | "loop" | "exit";
  /** The agent's name in the program, or what is asked. */
  name: string;
  /** The condition under which it runs; undefined: always. */
  when?: string | undefined;
  /** It runs only if a person rejects. */
  rejected?: true;
}

const maxDepth = 60;
const maxSteps = 2_000;

const isRun = (callee: string): boolean => /^(?:[\w.]*[Rr]unner)\.run$/.test(callee) || callee === "run";
const isApproval = (callee: string): boolean => callee === "approvalRequest" || callee === "approval_request";
const isGuardrail = (callee: string): boolean => /guardrail/i.test(callee) && /^(?:run|check|apply)/i.test(callee);

const clip = (text: string): string => text.split(/\s+/).join(" ").slice(0, 120);

const keywords = new Set(["if", "elif", "else"]);
const isBlock = ({ name }: SyntaxNode): boolean => name === "Body" || name === "Block" || name.endsWith("Statement");

/** Whether a block can end the workflow. Errors don't count. */
function hasReturn(node: SyntaxNode): boolean {
  const open = [node];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.name === "ReturnStatement") return true;
    open.push(...childrenOf(at));
  }
  return false;
}

class StepFinder {
  readonly steps: WorkflowStep[] = [];
  /** The condition of what follows a branch that can end the workflow. */
  #after: string | undefined;
  readonly #text: string;
  readonly #resolve: (one: Expression | undefined) => string;

  constructor(text: string, resolve: (one: Expression | undefined) => string) {
    this.#text = text;
    this.#resolve = resolve;
  }

  #add(step: WorkflowStep): void {
    if (this.steps.length >= maxSteps)
      throw new ForeignProblem(
        `It has more than ${maxSteps.toLocaleString("en")} steps. Split it into several workflows.`,
      );
    this.steps.push({ ...step, when: step.when ?? this.#after });
  }

  #call(node: SyntaxNode, when: string | undefined): void {
    const value = readExpression(node, this.#text);
    if (value.kind !== "call") return;
    if (isRun(value.callee)) this.#add({ kind: "run", name: this.#resolve(value.items[0]), when });
    else if (isApproval(value.callee)) this.#add({ kind: "approval", name: this.#resolve(value.items[0]), when });
    else if (isGuardrail(value.callee)) this.#add({ kind: "guardrail", name: value.callee, when });
  }

  /** The blocks of an `if`, each with the condition before it. */
  #branch(node: SyntaxNode, when: string | undefined, depth: number): void {
    const children = childrenOf(node);
    const condition = children.find(({ name }) => name !== "if" && name !== "⚠");
    const said = condition ? clip(sourceOf(condition, this.#text)) : "";
    const before = this.steps.length;
    if (condition) this.visit(condition, when, depth + 1);
    const approves = this.steps.slice(before).some(({ kind }) => kind === "approval");
    const inner = new StepFinder(this.#text, this.#resolve);
    let at = said;
    let blocks = 0;
    for (const child of children) {
      if (child === condition || keywords.has(child.name)) continue;
      if (!isBlock(child)) {
        at = clip(sourceOf(child, this.#text));
        continue;
      }
      const own = new StepFinder(this.#text, this.#resolve);
      own.visit(child, approves && blocks === 0 ? when : at === said && blocks > 0 ? `not ${said}` : at, depth + 1);
      for (const step of own.steps) inner.#add(approves && blocks > 0 ? { ...step, rejected: true } : step);
      blocks += 1;
    }
    const runs = inner.steps.some(({ kind }) => kind === "run" || kind === "approval");
    const returns = !approves && children.some((child) => isBlock(child) && child !== condition && hasReturn(child));
    if (!approves && runs) this.#add({ kind: "branch", name: said, when });
    else if (returns) this.#add({ kind: "exit", name: said, when });
    for (const step of inner.steps) this.#add(step);
    if (runs && returns) this.#after ??= `not ${said}`;
  }

  visit(node: SyntaxNode, when: string | undefined, depth = 0): void {
    if (depth > maxDepth) return;
    if (node.name === "IfStatement") {
      this.#branch(node, when, depth);
      return;
    }
    if (node.name === "WhileStatement" || node.name === "ForStatement") {
      this.#add({ kind: "loop", name: clip(sourceOf(node, this.#text)), when });
      const inner = new StepFinder(this.#text, this.#resolve);
      for (const child of childrenOf(node)) inner.visit(child, "in a loop", depth + 1);
      for (const step of inner.steps) this.#add(step);
      return;
    }
    for (const child of childrenOf(node)) this.visit(child, when, depth + 1);
    if (node.name === "CallExpression") this.#call(node, when);
  }
}

/** The steps of a program's workflow. `resolve` turns a name into the agent or text it stands for. */
export function findSteps(
  { defined, text }: Program,
  resolve: (one: Expression | undefined) => string,
): WorkflowStep[] {
  const names = ["runWorkflow", "run_workflow", "main"];
  const own = names.map((name) => defined.find((one) => one.name === name && one.kind === "function")).find(Boolean);
  if (!own) return [];
  const finder = new StepFinder(text, resolve);
  finder.visit(own.node, undefined);
  return finder.steps;
}
