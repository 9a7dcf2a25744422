import type { FormField, FormInput } from "@/lib/contract/form-fields";
import { cutText } from "@/lib/utils/cut-text";
import { fillNames } from "@/lib/utils/prompt-names";
import type { TaskRow } from "../../tasks/service";

const outputMost = 40_000;

export interface Given {
  /** Of the form; null where somebody declined. */
  input: FormInput | null;
  reason: string | undefined;
}

interface Told {
  values: ReadonlyMap<string, string>;
  /** Outputs of the tasks that it is given. */
  context: { name: string; output: string }[];
  given: Given | undefined;
  /** What the person wrote who began the process. */
  request: string | undefined;
}

/** What whoever does the task is told, as one message of the user's. */
export function taskPrompt(task: TaskRow, { values, context, given, request }: Told): string {
  const { description, expectedOutput, structuredOutput } = task;
  return [
    `Your task: ${fillNames(description, values)}`,
    `What it should give: ${fillNames(expectedOutput, values)}`,
    request && `What the person asked for who began this: ${request}`,
    given && inputText(task.formFields, given),
    ...context.map(({ name, output }) => `Output of the task "${name}":\n\n${cutText(output, outputMost)}`),
    structuredOutput &&
      `Answer with JSON alone, without any text around it. It must fit this JSON Schema:\n\n${JSON.stringify(structuredOutput)}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const shown = (value: FormInput[string] | undefined): string => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined || value === "" ? "nothing" : String(value);
};

function inputText(fields: readonly FormField[], { input, reason }: Given): string {
  const why = reason ? ` They said: ${reason}` : "";
  if (!input) return `A person was asked for input and gave none.${why}`;
  const known =
    fields.length > 0 ? fields.map(({ name, label }) => [label, input[name]] as const) : Object.entries(input);
  return `What a person has filled in:\n${known.map(([label, value]) => `- ${label}: ${shown(value)}`).join("\n")}${why}`;
}

/** What is said to a model whose answer does not fit. */
export const repairPrompt = (problem: string): string =>
  `Your answer does not fit: ${problem}. Answer once more, with JSON alone that fits the schema.`;
