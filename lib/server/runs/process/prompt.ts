import type { FormField, FormInput } from "@/lib/contract/form-fields";
import { cutText } from "@/lib/utils/cut-text";
import { fillNames } from "@/lib/utils/prompt-names";
import type { TaskRow } from "../../tasks/service";

const outputMost = 40_000;
const oneText: FormField = { name: "input", label: "Your input", type: "string", required: true };

/** What a task asks a person for before it begins. */
export const fieldsOf = ({ formFields }: TaskRow): FormField[] => (formFields.length > 0 ? formFields : [oneText]);

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
    given && inputText(fieldsOf(task), given),
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
  return `What a person has filled in:\n${fields.map(({ name, label }) => `- ${label}: ${shown(input[name])}`).join("\n")}${why}`;
}

/** What is said to a model whose answer does not fit. */
export const repairPrompt = (problem: string): string =>
  `Your answer does not fit: ${problem}. Answer once more, with JSON alone that fits the schema.`;
