import type { Decision, DecisionCase } from "../flow/decision.ts";
import { itemName } from "../flow/iterations.ts";
import { asList, asRecord, asRecords, asText, type Json } from "../shared/values.ts";
import type { DifyFlow, NodeReader } from "./node.ts";
import { toPrompt } from "./prompts.ts";
import { readModel } from "./work-nodes.ts";

const operators: Record<string, DecisionCase["operator"]> = {
  is: "equals",
  "=": "equals",
  "is not": "notEquals",
  "≠": "notEquals",
  contains: "contains",
  "not contains": "notContains",
  "start with": "startsWith",
  "end with": "endsWith",
  empty: "isEmpty",
  "not empty": "isNotEmpty",
  ">": "greaterThan",
  "<": "lessThan",
};

/** The value that a selector names: a variable, or the output of a node. */
export function toCompared(
  { draft, starts, iteration }: DifyFlow,
  [first = "", ...rest]: string[],
): Decision["compares"] {
  const name = rest.join(".");
  if (first === iteration && rest[0] === "item") return { variable: itemName, field: rest.slice(1).join(".") };
  if (first === "sys" && name !== "query") return undefined;
  if (first === "sys") return draft.chat ? undefined : { variable: draft.inputVariable() };
  if (starts.has(first) || first === "env" || first === "conversation") return { variable: draft.variable(name) };
  const field = rest[0] === "structured_output" ? rest.slice(1) : rest;
  return { node: first, field: name === "text" ? "" : field.join(".") };
}

/** Cases of an if-else node; older files have one case without an id. */
const listCases = (data: Json): Json[] =>
  data.cases === undefined ? [{ ...data, case_id: "true" }] : asRecords(data.cases);

/** A node whose cases each compare the same value once. */
function toComparison(flow: DifyFlow, data: Json): Decision | undefined {
  const cases = listCases(data);
  const conditions = cases.map((one) => asRecords(one.conditions));
  const selectors = conditions.map(([first]) => asList(first?.variable_selector).map(asText));
  const [selector = []] = selectors;
  const isOne = conditions.every((all) => all.length === 1);
  if (!isOne || selectors.some((other) => other.join(".") !== selector.join("."))) return undefined;
  const compares = toCompared(flow, selector);
  const found = cases.flatMap((one, i): DecisionCase[] => {
    const [condition = {}] = conditions[i] ?? [];
    const comparison = asText(condition.comparison_operator);
    const operator = Object.hasOwn(operators, comparison) ? operators[comparison] : undefined;
    const value = asText(condition.value);
    return operator
      ? [{ way: asText(one.case_id) || asText(one.id), name: `${comparison} ${value}`, operator, value }]
      : [];
  });
  return compares && found.length === cases.length ? { cases: found, otherwise: "false", compares } : undefined;
}

export const ifElse: NodeReader = (flow, { data }, step) => {
  step.ways = Math.max(2, listCases(data).length + 1);
  step.part.branch("nodes", "It compares several values.");
  const decision = toComparison(flow, data);
  if (decision) step.decision = decision;
};

export const classifier: NodeReader = (flow, { label, data }, step) => {
  const classes = asRecords(data.classes);
  const { draft } = flow;
  step.ways = Math.max(2, classes.length);
  step.part.branch("nodes", "A model chooses a branch.");
  const model = readModel(draft, label, asRecord(data.model));
  if (!model) return;
  const [first = "", ...rest] = asList(data.query_variable_selector).map(asText);
  step.decision = {
    cases: classes.map(({ id, name }) => ({ way: asText(id), name: asText(name), description: asText(name) })),
    classifies: {
      model,
      write: (refer) => {
        const query = toPrompt(draft, `{{#${[first, ...rest].join(".")}#}}`, refer, flow);
        const told = toPrompt(draft, asText(data.instruction) || asText(data.instructions), refer, flow);
        return [`Classify ${query}.`, told].filter(Boolean).join("\n\n");
      },
    },
  };
};
