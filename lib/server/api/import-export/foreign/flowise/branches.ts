import { maxCases } from "../../../../../constants/limits.ts";
import type { Compared, Decision, DecisionCase, Operator } from "../flow/decision.ts";
import { itemName } from "../flow/iterations.ts";
import type { Draft } from "../shared/draft.ts";
import { htmlToText } from "../shared/texts.ts";
import { asList, asRecord, asText, type Json, parseInner } from "../shared/values.ts";
import { type Reader, readModel } from "./agent-node.ts";
import type { FlowiseNode } from "./node.ts";
import { questionNames, toPrompt } from "./texts.ts";

const operators: Record<string, Operator> = {
  equal: "equals",
  notEqual: "notEquals",
  contains: "contains",
  notContains: "notContains",
  startsWith: "startsWith",
  endsWith: "endsWith",
  isEmpty: "isEmpty",
  notEmpty: "isNotEmpty",
  larger: "greaterThan",
  smaller: "lessThan",
};
const symmetric = ["equal", "notEqual"];

/** The name in `{{ name }}`, if a value is nothing else. */
export function toReference(value: unknown): string {
  const text = htmlToText(asText(value)).trim();
  return text.startsWith("{{") && text.endsWith("}}") ? text.slice(2, -2).trim() : "";
}

/** The value that a reference names: a variable, or the output of a node. */
export function toCompared(draft: Draft, reference: string): Compared | undefined {
  const [first = "", second = "", ...rest] = reference.split(".");
  if (first === "$iteration") return { variable: itemName, field: [second, ...rest].filter(Boolean).join(".") };
  if (first === "$form" || first === "$vars") return second ? { variable: draft.variable(second) } : undefined;
  if (questionNames.has(reference)) return { variable: draft.inputVariable() };
  if (!first || first.startsWith("$")) return undefined;
  return { node: first, field: second === "output" ? rest.join(".") : "" };
}

const toWay = (id: string, i: number): string => `${id}-output-${i}`;

/** A condition as a case. Undefined for what compares otherwise, or a value with another one. */
function toCase(draft: Draft, { operation, value1, value2 }: Json, way: string): DecisionCase | undefined {
  const comparison = asText(operation);
  const operator = Object.hasOwn(operators, comparison) ? operators[comparison] : undefined;
  const isTurned = !toReference(value1) && symmetric.includes(comparison);
  const [reference, other] = isTurned ? [value2, value1] : [value1, value2];
  const value = htmlToText(asText(other)).trim();
  if (!operator || value.includes("{{")) return undefined;
  const compares = toCompared(draft, toReference(reference));
  const name = comparison === "equal" ? value : `${comparison} ${value}`;
  return compares && { way, name, conditions: [{ compares, operator, value }] };
}

function toComparison(draft: Draft, { id, inputs }: FlowiseNode): Decision | undefined {
  const all = asList(parseInner(inputs.conditions)).map(asRecord);
  if (all.length > maxCases) return undefined;
  const cases = all.flatMap((one, i) => toCase(draft, one, toWay(id, i)) ?? []);
  return cases.length === all.length ? { cases, otherwise: toWay(id, all.length) } : undefined;
}

/** A node that compares values. */
export const compare: Reader = (draft, node, step) => {
  step.ways = Math.max(2, node.ways);
  step.part.branch("nodes", "It has a comparison that Muster doesn't, or compares a state or what isn't imported.");
  const decision = toComparison(draft, node);
  if (decision) step.decision = decision;
  return ["conditions"];
};

/** A node in which a model chooses a scenario. */
export const classify: Reader = (draft, node, step) => {
  const { id, inputs } = node;
  step.ways = Math.max(2, node.ways);
  step.part.branch("nodes", "A model chooses a branch.");
  const model = readModel(draft, node, "conditionAgent");
  const scenarios = asList(parseInner(inputs.conditionAgentScenarios)).map((one) =>
    htmlToText(asText(asRecord(one).scenario)),
  );
  if (model)
    step.decision = {
      cases: scenarios.map((text, i) => ({ way: toWay(id, i), name: text, description: text })),
      classifies: {
        model,
        write: (refer) =>
          [
            toPrompt(draft, asText(inputs.conditionAgentInstructions), refer),
            `Classify ${toPrompt(draft, asText(inputs.conditionAgentInput), refer)}.`,
          ]
            .filter(Boolean)
            .join("\n\n"),
      },
    };
  return [
    "conditionAgentModel",
    "conditionAgentModelConfig",
    "conditionAgentInstructions",
    "conditionAgentInput",
    "conditionAgentScenarios",
  ];
};
