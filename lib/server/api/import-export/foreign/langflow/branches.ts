import type { Compared, Operator } from "../flow/decision.ts";
import type { Step } from "../flow/step.ts";
import { asRecord } from "../shared/values.ts";
import { type Canvas, isAgent, isInput, isModel, sources } from "./canvas.ts";
import { fieldOf, type LangflowNode } from "./node.ts";

const operators: Record<string, Operator> = {
  equals: "equals",
  "not equals": "notEquals",
  contains: "contains",
  "starts with": "startsWith",
  "ends with": "endsWith",
  "less than": "lessThan",
  "greater than": "greaterThan",
};

/** The value that a router compares: the input of the flow, or the output of a component that calls a model. */
function toCompared(canvas: Canvas, { id }: LangflowNode): Compared | undefined {
  const [source, ...others] = sources(canvas, id, "input_text");
  if (!source || others.length > 0) return undefined;
  if (isInput(source)) return { variable: canvas.draft.inputVariable() };
  return isAgent(source) || isModel(source) ? { node: source.id, field: "" } : undefined;
}

/** A component that compares a text and passes a message on in one of two ways. */
export function readRouter(canvas: Canvas, node: LangflowNode, step: Step): void {
  const comparison = fieldOf(node, "operator") || "equals";
  const value = fieldOf(node, "match_text");
  const operator = Object.hasOwn(operators, comparison) ? operators[comparison] : undefined;
  const compares = sources(canvas, node.id, "match_text").length > 0 ? undefined : toCompared(canvas, node);
  if (!operator || !compares) return;
  const isExact = asRecord(node.template.case_sensitive).value !== false && !comparison.endsWith("than");
  step.decision = {
    cases: [{ way: "true_result", name: `${comparison} ${value}`, conditions: [{ compares, operator, value }] }],
    otherwise: "false_result",
    ...(isExact && { note: "It compares without regard to case." }),
  };
}
