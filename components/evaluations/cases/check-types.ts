import type { z } from "zod";
import type { caseForm } from "@/lib/contract/testsets/cases";
import type { checkForm, toolCallModes } from "@/lib/contract/testsets/checks";

/** What forms contain: fields with defaults may be missing. */
export type CaseValue = z.input<typeof caseForm>;
export type CheckValue = z.input<typeof checkForm>;
export type CheckType = CheckValue["type"];

interface CheckDescription {
  label: string;
  help: string;
  create(): CheckValue;
}

/** Every type of check, in the order of the select. */
export const checkTypes: Record<CheckType, CheckDescription> = {
  contains: {
    label: "Contains",
    help: "The answer must include this text.",
    create: () => ({ type: "contains", value: "" }),
  },
  not_contains: {
    label: "Doesn't contain",
    help: "The answer must not include this text.",
    create: () => ({ type: "not_contains", value: "" }),
  },
  equals: {
    label: "Equals",
    help: "The answer must be exactly this text.",
    create: () => ({ type: "equals", value: "" }),
  },
  regex: {
    label: "Regular expression",
    help: "Matches somewhere in the answer. RE2 syntax.",
    create: () => ({ type: "regex", value: "" }),
  },
  json_schema: {
    label: "JSON schema",
    help: "The whole answer is JSON that matches this schema.",
    create: () => ({ type: "json_schema", value: { type: "object" } }),
  },
  number: {
    label: "Number in range",
    help: "The first number in the answer.",
    create: () => ({ type: "number", value: {} }),
  },
  judge: {
    label: "Meets a rubric",
    help: "The judge model grades the answer against this description.",
    create: () => ({ type: "judge", value: "" }),
  },
  tools: {
    label: "Tools called",
    help: "One tool name per line.",
    create: () => ({ type: "tools", value: { names: [], mode: "at_least" } }),
  },
  arguments: {
    label: "Tool arguments",
    help: "A call to the tool must include these arguments.",
    create: () => ({ type: "arguments", value: { tool: "", arguments: {} } }),
  },
  forbidden_tool: {
    label: "Tool not called",
    help: "The check fails if this tool is called.",
    create: () => ({ type: "forbidden_tool", value: "" }),
  },
  recall: {
    label: "Documents retrieved",
    help: "IDs or titles of documents, one per line.",
    create: () => ({ type: "recall", value: { documents: [], min: 1 } }),
  },
  max_steps: {
    label: "Max model calls",
    help: "Model calls until the answer is complete.",
    create: () => ({ type: "max_steps", value: 5 }),
  },
  max_cost: {
    label: "Max cost",
    help: "US dollars for one answer.",
    create: () => ({ type: "max_cost", value: 0.05 }),
  },
  max_first_token: {
    label: "Max time to first token",
    help: "Milliseconds until the first token of the first model call.",
    create: () => ({ type: "max_first_token", value: 2_000 }),
  },
};

export const checkLabel = (type: string): string => (type in checkTypes ? checkTypes[type as CheckType].label : type);

export const toolModes = [
  { value: "at_least", label: "At least these tools" },
  { value: "exact", label: "Exactly these, in this order" },
  { value: "any_order", label: "Exactly these, in any order" },
  { value: "at_most", label: "No other tools" },
] as const satisfies readonly { value: (typeof toolCallModes)[number]; label: string }[];
