import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import type { LoggedBody } from "@/lib/contract/session-events/events";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { estimateMessageTokens } from "../../models/estimate";
import type { LoadedEvent } from "../log/stored-events";

type Message = LoggedBody<"message">;
type Call = LoggedBody<"tool_call">;
type Result = LoggedBody<"tool_result">;

/** The events that prompts are built from. */
export type HistoryEvent =
  | { kind: "message"; body: Pick<Message, "role" | "text"> & Partial<Pick<Message, "parts">> }
  | { kind: "tool_call"; body: Pick<Call, "callId" | "name" | "input"> }
  | { kind: "tool_result"; body: Pick<Result, "callId" | "name" | "output" | "error" | "changedInput"> };

type BodyOf<K extends HistoryEvent["kind"]> = Extract<HistoryEvent, { kind: K }>["body"];

export const isPrompted = (event: LoadedEvent): event is LoadedEvent<HistoryEvent["kind"]> =>
  event.kind === "message" || event.kind === "tool_call" || event.kind === "tool_result";

export type FileParts = Map<string, LanguageModelV4FilePart | LanguageModelV4TextPart>;

function toResultText({ output, error, changedInput }: BodyOf<"tool_result">): string {
  const text = error ?? (typeof output === "string" ? output : JSON.stringify(output ?? null));
  if (changedInput === undefined) return text;
  return `A user changed the arguments to ${JSON.stringify(changedInput)} before this call.\n\n${text}`;
}

/** A lower bound for the characters that an event adds to a prompt. */
export function promptChars(event: HistoryEvent): number {
  if (event.kind === "message") return event.body.text.length;
  if (event.kind === "tool_call") return JSON.stringify(event.body.input ?? null).length;
  return toResultText(event.body).length;
}

/**
 * Builds the model's history from finished events. An assistant's text and its calls form one message, the results the next; a
 * call without a result gets an interrupted result, because providers require one.
 */
export function buildHistory(events: HistoryEvent[], files: FileParts = new Map()): LanguageModelV4Prompt {
  const results = new Map(
    events.flatMap((event) => (event.kind === "tool_result" ? [[event.body.callId, event.body] as const] : [])),
  );
  const prompt: LanguageModelV4Message[] = [];
  for (const event of events) {
    if (event.kind === "message" && event.body.role === "user") prompt.push(userMessage(event.body, files));
    else if (event.kind === "message" && event.body.text)
      prompt.push({ role: "assistant", content: [{ type: "text", text: event.body.text }] });
    else if (event.kind === "tool_call") addCall(prompt, event.body, results.get(event.body.callId));
  }
  return prompt;
}

function userMessage({ text, parts = [] }: BodyOf<"message">, files: FileParts): LanguageModelV4Message {
  const attached = parts.flatMap(({ fileId }) =>
    fileId ? [files.get(fileId)].filter((part) => part !== undefined) : [],
  );
  return { role: "user", content: [...attached, { type: "text", text }] };
}

function addCall(
  prompt: LanguageModelV4Message[],
  { callId, name, input }: BodyOf<"tool_call">,
  result: BodyOf<"tool_result"> | undefined,
): void {
  const call = { type: "tool-call" as const, toolCallId: callId, toolName: name, input };
  const value = result ? toResultText(result) : "The call was interrupted.";
  const output = result && !result.error ? { type: "text" as const, value } : { type: "error-text" as const, value };
  const answer = { type: "tool-result" as const, toolCallId: callId, toolName: name, output };
  const last = prompt.at(-1);
  const previous = prompt.at(-2);
  if (last?.role === "tool" && previous?.role === "assistant") {
    // Calls of a step stay together; a step's text starts a new assistant message.
    previous.content.push(call);
    last.content.push(answer);
    return;
  }
  if (last?.role === "assistant") last.content.push(call);
  else prompt.push({ role: "assistant", content: [call] });
  prompt.push({ role: "tool", content: [answer] });
}

/**
 * Drops the oldest turns until the history fits `room` tokens; then, inside the last turn, the oldest steps after the user's
 * message. Calls stay with their results; the newest step always remains.
 */
export function trimHistory(
  prompt: LanguageModelV4Prompt,
  maxTokens: number,
): { prompt: LanguageModelV4Prompt; dropped: number } {
  const groups = groupMessages(prompt);
  let total = prompt.reduce((sum, message) => sum + estimateMessageTokens(message), 0);
  const lastTurn = groups.findLastIndex(([first]) => first?.role === "user");
  const drop = (i: number) => {
    total -= (groups[i] ?? []).reduce((sum, message) => sum + estimateMessageTokens(message), 0);
    groups[i] = [];
  };
  for (let i = 0; i < lastTurn && (total > maxTokens || groups[i]?.[0]?.role !== "user"); i += 1) drop(i);
  for (let i = lastTurn + 1; i < groups.length - 1 && total > maxTokens; i += 1) drop(i);
  const remaining = groups.flat();
  return { prompt: remaining, dropped: prompt.length - remaining.length };
}

/** Inseparable messages: a user's, an assistant's, calls with their results. */
function groupMessages(prompt: LanguageModelV4Prompt): LanguageModelV4Message[][] {
  const groups: LanguageModelV4Message[][] = [];
  for (const message of prompt) {
    if (message.role === "tool") groups.at(-1)?.push(message);
    else groups.push([message]);
  }
  return groups;
}

/** Role, goal and backstory. `{name}` of a known value is replaced once; other braces are unchanged. */
export function systemPrompt(
  agent: { name: string; role: string; goal: string; backstory: string },
  values: ReadonlyMap<string, string>,
): string {
  const fill = (text: string) => fillNames(text, values);
  return [`You are ${agent.name}, ${fill(agent.role)}.`, `Your goal: ${fill(agent.goal)}`, fill(agent.backstory)].join(
    "\n\n",
  );
}
