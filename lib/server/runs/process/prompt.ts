import type { FormField, FormInput } from "@/lib/contract/form-fields";
import { cutText } from "@/lib/utils/cut-text";
import { fillNames } from "@/lib/utils/prompt-names";
import type { TaskRow } from "../../tasks/service";
import type { HistoryEvent } from "../history";

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
const repairPrompt = (problem: string): string =>
  `Your answer does not fit: ${problem}. Answer once more, with JSON alone that fits the schema.`;

const withText = (text: string): HistoryEvent => ({ kind: "message", body: { role: "user", text } });

/**
 * A task's events as a conversation that begins with its prompt. Where the oldest were `cut` off, the request to answer once
 * more says the prompt again: what comes before the last message of the user's may be left out.
 */
export function taskHistory(
  prompt: string,
  events: readonly { kind: string; body: unknown }[],
  cut: boolean,
): HistoryEvent[] {
  const said = events.flatMap(({ kind, body }) => {
    if (kind !== "task") return [{ kind, body } as HistoryEvent];
    const { state, problem } = body as { state: string; problem: string };
    if (state !== "repair") return [];
    return [withText(cut ? `${prompt}\n\n${repairPrompt(problem)}` : repairPrompt(problem))];
  });
  return [withText(prompt), ...said];
}
