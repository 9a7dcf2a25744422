import type { Decision, DecisionCase } from "../flow/decision.ts";
import { itemName } from "../flow/iterations.ts";
import type { Draft } from "../shared/draft.ts";
import { htmlToText } from "../shared/texts.ts";
import { asRecords, asText, parseInner } from "../shared/values.ts";
import { type Reader, readModel } from "./agent-node.ts";
import type { FlowiseNode } from "./node.ts";
import { questionNames, toPrompt } from "./texts.ts";

const operators: Record<string, DecisionCase["operator"]> = {
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
export function toCompared(draft: Draft, reference: string): Decision["compares"] {
  const [first = "", second = "", ...rest] = reference.split(".");
  if (first === "$iteration") return { variable: itemName, field: [second, ...rest].filter(Boolean).join(".") };
  if (first === "$form" || first === "$vars") return second ? { variable: draft.variable(second) } : undefined;
  if (questionNames.has(reference)) return { variable: draft.inputVariable() };
  if (!first || first.startsWith("$")) return undefined;
  return { node: first, field: second === "output" ? rest.join(".") : "" };
}

const toWay = (id: string, i: number): string => `${id}-output-${i}`;

/** Conditions that each compare the same value. */
function toComparison(draft: Draft, { id, inputs }: FlowiseNode): Decision | undefined {
  const sides = asRecords(parseInner(inputs.conditions)).map(({ operation, value1, value2 }) => {
    const isTurned = !toReference(value1) && symmetric.includes(asText(operation));
    const [reference, value] = isTurned ? [value2, value1] : [value1, value2];
    const comparison = asText(operation);
    const operator = Object.hasOwn(operators, comparison) ? operators[comparison] : undefined;
    return { reference: toReference(reference), value: htmlToText(asText(value)).trim(), comparison, operator };
  });
  const reference = sides[0]?.reference ?? "";
  const compares = toCompared(draft, reference);
  const isSame = sides.every((one) => one.reference === reference && one.operator && !one.value.includes("{{"));
  if (!compares || !isSame) return undefined;
  const cases = sides.map(({ value, comparison, operator = "equals" }, i) => ({
    way: toWay(id, i),
    name: comparison === "equal" ? value : `${comparison} ${value}`,
    operator,
    value,
  }));
  return { cases, otherwise: toWay(id, sides.length), compares };
}

/** A node that compares values. */
export const compare: Reader = (draft, node, step) => {
  step.ways = Math.max(2, node.ways);
  step.part.branch("nodes", "It compares several values, or a state.");
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
  const scenarios = asRecords(parseInner(inputs.conditionAgentScenarios)).map(({ scenario }) =>
    htmlToText(asText(scenario)),
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
