import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Citation } from "@/lib/contract/retrieval";
import { storable } from "../models/providers/storable";
import type { NewEvent } from "./events";
import { costOf, type StepCall } from "./guards";
import type { Loaded } from "./load";
import type { EngineTool } from "./tools";
import type { LiveText } from "./writer";

/** What is known of a model step; null: not yet, or never told. */
export interface StepFacts {
  ttftMs: number | null;
  finishReason: string;
  inputTokens: number | null;
  outputTokens: number | null;
  durationMs: number;
  /** Counts that the provider did not give are estimates. */
  estimated?: true;
}

export function stepEvent(
  { model }: Loaded,
  messageId: string,
  prompt: LanguageModelV4Prompt,
  facts: StepFacts,
  error?: string,
): NewEvent {
  const { id: modelId, name, type } = model;
  const costUsd = costOf(facts, model);
  const call = { stepId: messageId, messageId, modelId, model: name, provider: type, purpose: "answer" };
  return { kind: "step", body: { ...call, prompt: shownPrompt(prompt), ...facts, costUsd, error } };
}

export function messageEvent(
  { agent }: Loaded,
  { messageId, sessionId, text: raw }: LiveText,
  completed: boolean,
  usage: object | null,
  citations: Citation[] = [],
): NewEvent {
  const body = {
    _id: messageId,
    sessionId,
    authorName: agent.name,
    authorId: agent.id,
    role: "assistant",
    text: storable(raw),
    parts: [],
    citations,
    usage,
    ts: new Date().toISOString(),
    completed,
  };
  return { kind: "message", messageId, body };
}

/** With the revision that each is of, for later questions what was called. `toApprove`: those that wait for a person first. */
export function callEvents(
  calls: StepCall[],
  tools: readonly EngineTool[] = [],
  toApprove: readonly StepCall[] = [],
): NewEvent[] {
  const startedAt = new Date().toISOString();
  const waiting = new Set(toApprove.map(({ id }) => id));
  return calls.map(({ id: callId, name, input, invalid }) => ({
    kind: "tool_call",
    body: {
      ...{ callId, name, input, invalid, startedAt, ...tools.find((tool) => tool.name === name)?.origin },
      ...(waiting.has(callId) && { approval: true }),
    },
  }));
}

const promptCharsMost = 48_000;

/** The prompt as sent, for the trace; null where it is too large to keep with every step. */
function shownPrompt(prompt: LanguageModelV4Prompt): { role: string; text: string }[] | null {
  const shown: { role: string; text: string }[] = [];
  let chars = 0;
  for (const message of prompt) {
    const text = shownContent(message);
    chars += text.length;
    if (chars > promptCharsMost) return null;
    shown.push({ role: message.role, text });
  }
  return JSON.stringify(shown).length > promptCharsMost ? null : shown;
}

function shownContent({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  const shown = content.map((part) => {
    if ("text" in part) return part.text;
    return part.type === "file" ? `[file ${part.filename ?? ""}]` : JSON.stringify(part);
  });
  return shown.join("\n");
}
