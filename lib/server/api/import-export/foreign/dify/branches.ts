import { maxCases, maxConditions } from "../../../../../constants/limits.ts";
import type { Compared, Comparison, Decision, DecisionCase, Operator } from "../flow/decision.ts";
import { itemName } from "../flow/iterations.ts";
import { asList, asRecord, asRecords, asText, type Json } from "../shared/values.ts";
import type { DifyFlow, NodeReader } from "./node.ts";
import { toPrompt } from "./prompts.ts";
import { readModel } from "./work-nodes.ts";

const operators: Record<string, Operator> = {
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
): Compared | undefined {
  const name = rest.join(".");
  if (first === iteration && rest[0] === "item") return { variable: itemName, field: rest.slice(1).join(".") };
  if (first === "sys" && name !== "query") return undefined;
  if (first === "sys") return draft.chat ? undefined : { variable: draft.inputVariable() };
  if (starts.has(first) || first === "env" || first === "conversation") {
    const variable = draft.variable(name);
    return draft.isSecret(variable) ? undefined : { variable };
  }
  const field = rest[0] === "structured_output" ? rest.slice(1) : rest;
  return { node: first, field: name === "text" ? "" : field.join(".") };
}

/** Cases of an if-else node; older files have one case without an id. */
const listCases = (data: Json): Json[] =>
  data.cases === undefined ? [{ ...data, case_id: "true" }] : asRecords(data.cases);

const toOperator = ({ comparison_operator: comparison }: Json): Operator | undefined =>
  Object.hasOwn(operators, asText(comparison)) ? operators[asText(comparison)] : undefined;

/** Undefined for what compares otherwise, or with another value. */
function toCondition(flow: DifyFlow, condition: Json): Comparison | undefined {
  const operator = toOperator(condition);
  const value = asText(condition.value);
  if (!operator || value.includes("{{#")) return undefined;
  const compares = toCompared(flow, asList(condition.variable_selector).map(asText));
  return compares && { compares, operator, value };
}

function toCase(flow: DifyFlow, one: Json): DecisionCase | undefined {
  const all = asList(one.conditions).map(asRecord);
  if (all.length > maxConditions + 1 || !all.every(toOperator)) return undefined;
  const conditions = all.flatMap((condition) => toCondition(flow, condition) ?? []);
  if (conditions.length < all.length) return undefined;
  const isAny = one.logical_operator === "or";
  const names = all.map(({ comparison_operator: comparison, value }) =>
    `${asText(comparison)} ${asText(value)}`.trim(),
  );
  const name = names.join(isAny ? " or " : " and ");
  return { way: asText(one.case_id) || asText(one.id), name, conditions, ...(isAny && { match: "any" }) };
}

function toComparison(flow: DifyFlow, data: Json): Decision | undefined {
  const all = listCases(data);
  if (all.length > maxCases) return undefined;
  const cases = all.flatMap((one) => toCase(flow, one) ?? []);
  return cases.length === all.length ? { cases, otherwise: "false" } : undefined;
}

export const ifElse: NodeReader = (flow, { data }, step) => {
  step.ways = Math.max(2, listCases(data).length + 1);
  step.part.branch("nodes", "It has a comparison that Muster doesn't, or compares what isn't imported.");
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
