import type { FormField, FormInput } from "@/lib/contract/tasks/form-fields";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { truncate } from "@/lib/utils/text/truncate";
import { type HistoryEvent, isPrompted } from "../context/history";
import type { LoadedEvent } from "../log/stored-events";
import { type Item, itemValues } from "./branches/items";
import type { ProcessTask } from "./tasks";

const maxItem = 40_000;
const oneField: FormField = { name: "input", label: "Your input", type: "string", required: true };

/** The fields that a task requests before it starts. */
export const getFields = ({ formFields }: ProcessTask): FormField[] =>
  formFields.length > 0 ? formFields : [oneField];

export interface FormResponse {
  /** The form's values; null when declined. */
  input: FormInput | null;
  reason: string | undefined;
}

/** What a task receives from the steps before it. */
export interface Context {
  title: string;
  output: string;
}

interface TaskPromptInput {
  values: ReadonlyMap<string, string>;
  /** In an iteration. */
  item: Item | undefined;
  context: Context[];
  given: FormResponse | undefined;
  /** The message that started the process. */
  request: string | undefined;
}

/** The task's instructions, as one user message. */
export function taskPrompt(task: ProcessTask, input: TaskPromptInput): string {
  const { description, expectedOutput, structuredOutput } = task;
  const { context, given, request } = input;
  const item = input.item && { ...input.item, text: truncate(input.item.text, maxItem) };
  const values = new Map([...input.values, ...itemValues(item)]);
  return [
    `Your task: ${fillNames(description, values)}`,
    `Expected output: ${fillNames(expectedOutput, values)}`,
    request && `Request that started the process: ${request}`,
    item && `Item ${item.number} of ${item.count}:\n\n${item.text}`,
    given && formatInput(getFields(task), given),
    ...context.map(({ title, output }) => `${title}:\n\n${output}`),
    structuredOutput &&
      `Respond with JSON only, without any other text. It must match this JSON Schema:\n\n${JSON.stringify(structuredOutput)}`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

const formatValue = (value: FormInput[string] | undefined): string => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined || value === "" ? "(empty)" : String(value);
};

function formatInput(fields: readonly FormField[], { input, reason }: FormResponse): string {
  const comment = reason ? `\n\nComment: ${reason}` : "";
  if (!input) return `Form: The person declined to fill it in.${comment}`;
  return `Form:\n${fields.map(({ name, label }) => `- ${label}: ${formatValue(input[name])}`).join("\n")}${comment}`;
}

/** Asks a model to correct an invalid response. */
const repairPrompt = (problem: string): string =>
  `Your response is invalid: ${problem}. Respond again, with JSON only that matches the schema.`;

const toUserMessage = (text: string): HistoryEvent => ({ kind: "message", body: { role: "user", text } });

/**
 * A task's events as a conversation that starts with its prompt. When the oldest were `cut`, the repair request repeats the
 * prompt, because messages before the last user message may be dropped.
 */
export function taskHistory(prompt: string, events: readonly LoadedEvent[], truncated: boolean): HistoryEvent[] {
  const messages = events.flatMap((event): HistoryEvent[] => {
    if (isPrompted(event)) return [event];
    if (event.kind !== "task" || event.body.state !== "repair") return [];
    const repair = repairPrompt(event.body.problem);
    return [toUserMessage(truncated ? `${prompt}\n\n${repair}` : repair)];
  });
  return [toUserMessage(prompt), ...messages];
}
