import type { SyntaxNode } from "@lezer/common";
import type { Expression } from "../code/expression.ts";
import { childrenOf, readExpression } from "../code/read-expression.ts";
import { hasNode, type Program, sourceOf } from "../code/read-program.ts";
import type { Case, Condition, Conditions } from "./conditions.ts";
import {
  isApproval,
  listCases,
  otherwise,
  readApproval,
  readConditions,
  takeAlike,
  toDecision,
  toWay,
} from "./conditions.ts";
import { Inputs } from "./inputs.ts";
import { assignments, Values } from "./values.ts";
import type { WorkflowBuilder } from "./workflow-builder.ts";

const maxDepth = 60;

const isRun = (callee: string): boolean => /^(?:[\w.]*[Rr]unner)\.run$/.test(callee) || callee === "run";
const isGuardrail = (callee: string): boolean => /guardrail/i.test(callee) && /^(?:run|check|apply)/i.test(callee);
const functions = new Set(["ArrowFunction", "FunctionExpression", "LambdaExpression"]);

const clip = (text: string): string => text.split(/\s+/).join(" ").slice(0, 120);
const toLabel = (node: SyntaxNode, text: string): string =>
  clip(node.name === "ParenthesizedExpression" ? text.slice(node.from + 1, node.to - 1) : sourceOf(node, text));

interface Reader {
  program: Program;
  builder: WorkflowBuilder;
  /** The agent or text that a name stands for. */
  resolve: (one: Expression | undefined) => string;
  /** Whether the output of an agent has the field of a condition. */
  hasField: (condition: Condition) => boolean;
}

/** Reads what a workflow does, in the order of its program. */
class WorkflowReader {
  readonly #text: string;
  readonly #reader: Reader;
  readonly #values: Values;
  readonly #inputs: Inputs;
  /** Where the function that is read has returned. */
  #returned: WorkflowBuilder["tails"] = [];
  /** Where the last approval leads after a rejection. */
  #rejected: WorkflowBuilder["tails"][number] | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#text = reader.program.text;
    this.#inputs = new Inputs(this.#text);
    this.#values = new Values(this.#text, (node) => {
      const value = readExpression(node, this.#text);
      const agent = value.kind === "call" && isRun(value.callee) ? reader.resolve(value.items[0]) : "";
      return agent && !this.#again.has(agent) ? agent : undefined;
    });
  }

  /** Agents that are run more than once. */
  readonly #again = new Set<string>();

  #call(node: SyntaxNode): void {
    const { builder, resolve } = this.#reader;
    const value = readExpression(node, this.#text);
    if (value.kind !== "call") return;
    const name = resolve(value.items[0]);
    if (isRun(value.callee)) {
      if (builder.hasRun(name)) this.#again.add(name);
      builder.run(name, this.#inputs.passes(node));
    } else if (isApproval(value.callee)) {
      const [question] = value.items;
      const isUnknown = question?.kind === "name" && question.name === name;
      const names = question?.kind === "text" ? question.names : [];
      this.#rejected = builder.approve(this.#values.textOf(name) ?? (isUnknown ? "" : name), names);
    } else if (isGuardrail(value.callee))
      builder
        .note("guardrail", value.callee)
        .part.needs("Guardrails aren't imported. Describe the check in the agent, or add a task that checks.");
  }

  readonly #isStep = (node: SyntaxNode): boolean => {
    const callee = node.name === "CallExpression" && node.firstChild ? sourceOf(node.firstChild, this.#text) : "";
    return isRun(callee) || isApproval(callee);
  };

  #readConditions({ condition }: Case): Conditions | undefined {
    const found = condition && readConditions(condition, this.#text, this.#values);
    return found?.list.every(this.#reader.hasField) ? found : undefined;
  }

  /** Reads a block, which follows certain steps. Returns what follows it. */
  #read(block: SyntaxNode, tails: WorkflowBuilder["tails"], depth: number): WorkflowBuilder["tails"] {
    const { builder } = this.#reader;
    builder.tails = tails;
    this.visit(block, depth + 1);
    return builder.tails;
  }

  #readRest(rest: readonly Case[], depth: number): void {
    const [first] = rest;
    if (first?.condition) this.#choose(rest, depth + 1);
    else if (first) this.visit(first.block, depth + 1);
  }

  #choose(cases: readonly Case[], depth: number): void {
    const { builder } = this.#reader;
    const [first, ...others] = cases;
    if (!first?.condition || depth > maxDepth) return;
    this.#rejected = undefined;
    this.visit(first.condition, depth + 1);
    const label = toLabel(first.condition, this.#text);
    const before = builder.tails;
    const rejected: WorkflowBuilder["tails"][number] | undefined = this.#rejected;
    const answer = readApproval(first.condition, this.#text);
    if (rejected && answer) {
      const [own, rest] = answer === "approved" ? [before, [rejected]] : [[rejected], before];
      const ends = this.#read(first.block, own, depth);
      builder.tails = rest;
      this.#readRest(others, depth);
      builder.tails = [...ends, ...builder.tails];
      return;
    }
    const blocks = cases.map(({ block }) => block);
    const runs = blocks.some((block) => hasNode(block, this.#isStep));
    const returns = blocks.some((block) => hasNode(block, ({ name }) => name === "ReturnStatement"));
    const conditions = takeAlike(cases.map((one) => this.#readConditions(one)));
    const [one, ...alike] = conditions;
    if (/tripwire/i.test(label)) this.#skipTripwire(label, first.block, depth);
    else if (runs || (returns && one)) {
      const same = one ? conditions.length : cases.filter(({ condition }) => condition).length;
      const id = builder.branch(label, same + 1, one && toDecision([one, ...alike]));
      const ends = cases
        .slice(0, same)
        .flatMap(({ block }, i) => this.#read(block, [{ from: id, way: toWay(i) }], depth));
      builder.tails = [{ from: id, way: otherwise }];
      this.#readRest(cases.slice(same), depth);
      builder.tails = [...ends, ...builder.tails];
      return;
    } else if (returns)
      builder
        .note("exit", label)
        .part.needs("The workflow ends here on this condition. Describe it in the agent before.");
    if (/tripwire/i.test(label)) this.#readRest(others, depth);
    else {
      for (const block of blocks) this.#read(block, before, depth);
      builder.tails = before;
    }
  }

  /** What follows a guardrail always runs, because guardrails aren't imported. */
  #skipTripwire(label: string, block: SyntaxNode, depth: number): void {
    const { builder } = this.#reader;
    const before = builder.tails;
    const id = builder.branch(label, 2, undefined);
    this.#read(block, [{ from: id, way: toWay(0) }], depth);
    builder.tails = before;
  }

  visit(node: SyntaxNode, depth = 0): void {
    const { builder } = this.#reader;
    if (depth > maxDepth) return;
    if (node.name === "IfStatement") {
      this.#choose(listCases(node), depth);
      return;
    }
    const visitChildren = () => {
      for (const child of childrenOf(node)) this.visit(child, depth + 1);
    };
    if (node.name === "WhileStatement" || node.name === "ForStatement") {
      builder.loop(clip(sourceOf(node, this.#text)), visitChildren);
      return;
    }
    const outer = this.#returned;
    const isInner = functions.has(node.name) && depth > 0;
    if (isInner) this.#returned = [];
    visitChildren();
    if (isInner) {
      builder.tails = [...builder.tails, ...this.#returned];
      this.#returned = outer;
    }
    if (node.name === "CallExpression") this.#call(node);
    else if (assignments.has(node.name)) {
      this.#values.assign(node);
      this.#inputs.assign(node);
    } else if (node.name === "ReturnStatement") {
      this.#returned.push(...builder.tails);
      builder.tails = [];
    }
  }
}

/** Adds the steps of a program's workflow to the builder. */
export function readWorkflow(reader: Reader): void {
  const { defined } = reader.program;
  const names = ["runWorkflow", "run_workflow", "main"];
  const own = names.map((name) => defined.find((one) => one.name === name && one.kind === "function")).find(Boolean);
  if (own) new WorkflowReader(reader).visit(own.node);
}
