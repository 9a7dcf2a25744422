import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from "@ai-sdk/provider";
import { fillNames } from "@/lib/utils/prompt-names";

export interface LoggedMessage {
  kind: "message";
  body: { role: string; text: string; parts?: { type: string; text?: string; fileId?: string }[] };
}
export interface LoggedCall {
  kind: "tool_call";
  body: { callId: string; name: string; input: unknown };
}
export interface LoggedResult {
  kind: "tool_result";
  /** `changedInput`: a person has put these arguments in place of the model's. */
  body: { callId: string; name: string; output?: unknown; error?: string; changedInput?: unknown };
}
export type HistoryEvent = LoggedMessage | LoggedCall | LoggedResult;

export type FileParts = Map<string, LanguageModelV4FilePart | LanguageModelV4TextPart>;

function resultText({ output, error, changedInput }: LoggedResult["body"]): string {
  const text = error ?? (typeof output === "string" ? output : JSON.stringify(output ?? null));
  if (changedInput === undefined) return text;
  return `A person changed the arguments to ${JSON.stringify(changedInput)} before this call.\n\n${text}`;
}

/** So many characters of a prompt at least are made of an event. */
export function promptChars(event: HistoryEvent): number {
  if (event.kind === "message") return event.body.text.length;
  if (event.kind === "tool_call") return JSON.stringify(event.body.input ?? null).length;
  return event.kind === "tool_result" ? resultText(event.body).length : 0;
}

/**
 * The model's history from finished events. An assistant's text and the calls that it made stand in one message, the
 * results in the next; a call without a result is answered as interrupted, since providers refuse one that is not.
 */
export function historyOf(events: HistoryEvent[], files: FileParts = new Map()): LanguageModelV4Prompt {
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

function userMessage({ text, parts = [] }: LoggedMessage["body"], files: FileParts): LanguageModelV4Message {
  const attached = parts.flatMap(({ fileId }) =>
    fileId ? [files.get(fileId)].filter((part) => part !== undefined) : [],
  );
  return { role: "user", content: [...attached, { type: "text", text }] };
}

function addCall(
  prompt: LanguageModelV4Message[],
  { callId, name, input }: LoggedCall["body"],
  result: LoggedResult["body"] | undefined,
): void {
  const call = { type: "tool-call" as const, toolCallId: callId, toolName: name, input };
  const value = result ? resultText(result) : "The call was interrupted.";
  const output = result && !result.error ? { type: "text" as const, value } : { type: "error-text" as const, value };
  const answer = { type: "tool-result" as const, toolCallId: callId, toolName: name, output };
  const last = prompt.at(-1);
  const before = prompt.at(-2);
  if (last?.role === "tool" && before?.role === "assistant") {
    // Calls of the same step stand together; a step's own text begins a new assistant message.
    before.content.push(call);
    last.content.push(answer);
    return;
  }
  if (last?.role === "assistant") last.content.push(call);
  else prompt.push({ role: "assistant", content: [call] });
  prompt.push({ role: "tool", content: [answer] });
}

export const charsPerToken = 4;

/** About four characters a token; a file counts as a thousand tokens. */
export function roughTokens(message: LanguageModelV4Message): number {
  if (typeof message.content === "string") return Math.ceil(message.content.length / charsPerToken);
  return message.content.reduce(
    (sum, part) => sum + (part.type === "file" ? 1_000 : Math.ceil(JSON.stringify(part).length / charsPerToken)),
    4,
  );
}

/**
 * Drops the oldest turns until the history fits `room` tokens; then, inside the last turn, the oldest steps after the
 * user's message. A call is never parted from its result; the newest step always stays.
 */
export function trimHistory(
  prompt: LanguageModelV4Prompt,
  room: number,
): { prompt: LanguageModelV4Prompt; dropped: number } {
  const groups = groupsOf(prompt);
  let total = prompt.reduce((sum, message) => sum + roughTokens(message), 0);
  const lastTurn = groups.findLastIndex(([first]) => first?.role === "user");
  const drop = (i: number) => {
    total -= (groups[i] ?? []).reduce((sum, message) => sum + roughTokens(message), 0);
    groups[i] = [];
  };
  for (let i = 0; i < lastTurn && (total > room || groups[i]?.[0]?.role !== "user"); i += 1) drop(i);
  for (let i = lastTurn + 1; i < groups.length - 1 && total > room; i += 1) drop(i);
  const kept = groups.flat();
  return { prompt: kept, dropped: prompt.length - kept.length };
}

/** What stands or falls together: a user's message, an assistant's, calls with their results. */
function groupsOf(prompt: LanguageModelV4Prompt): LanguageModelV4Message[][] {
  const groups: LanguageModelV4Message[][] = [];
  for (const message of prompt) {
    if (message.role === "tool") groups.at(-1)?.push(message);
    else groups.push([message]);
  }
  return groups;
}

/** Role, goal and backstory; `{name}` of a known value is replaced, once, other braces stay. */
export function systemPrompt(
  agent: { name: string; role: string; goal: string; backstory: string },
  values: ReadonlyMap<string, string>,
): string {
  const filled = (text: string) => fillNames(text, values);
  return [
    `You are ${agent.name}, ${filled(agent.role)}.`,
    `Your goal: ${filled(agent.goal)}`,
    filled(agent.backstory),
  ].join("\n\n");
}
