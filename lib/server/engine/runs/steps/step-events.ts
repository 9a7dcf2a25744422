import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { MessageBody } from "@/lib/contract/session-events/events";
import { computeCost } from "../../models/cost";
import { toStorableText } from "../../models/providers/shared/storable";
import type { StepFacts } from "../../models/step-facts";
import type { StepCall } from "../calls/guards";
import type { EngineTool } from "../calls/tools";
import type { LoadedAgent } from "../context/load";
import type { NewEvent } from "../log/events";
import type { LiveText } from "../log/writer";

export function stepEvent(
  { agent, model }: LoadedAgent,
  messageId: string,
  prompt: LanguageModelV4Prompt,
  facts: StepFacts,
  { reason, errorType }: { reason?: string | null; errorType?: string } = {},
): NewEvent<"step"> {
  const { id: modelId, name, type } = model;
  const costUsd = computeCost(facts, model);
  const stored = agent.revision !== undefined && { agentId: agent.id, agentRevision: agent.revision };
  const call = { stepId: messageId, messageId, modelId, ...stored, model: name, provider: type };
  return {
    kind: "step",
    body: {
      ...call,
      purpose: "answer",
      prompt: toTracePrompt(prompt),
      ...facts,
      costUsd,
      error: reason ?? undefined,
      errorType,
    },
  };
}

export function messageEvent(
  { agent }: LoadedAgent,
  { messageId, sessionId, text: raw }: LiveText,
  completed: boolean,
  usage: MessageBody["usage"],
  citations: MessageBody["citations"] = [],
): NewEvent<"message"> {
  const body: MessageBody = {
    _id: messageId,
    sessionId,
    authorName: agent.name,
    authorId: agent.id,
    agentRevision: agent.revision,
    role: "assistant",
    text: toStorableText(raw),
    parts: [],
    citations,
    usage,
    ts: new Date().toISOString(),
    completed,
  };
  return { kind: "message", messageId, body };
}

/** Records the revision of each tool, for later requests. `toApprove`: calls that need approval first. */
export function callEvents(
  calls: StepCall[],
  tools: readonly EngineTool[] = [],
  toApprove: readonly StepCall[] = [],
): NewEvent<"tool_call">[] {
  const startedAt = new Date().toISOString();
  const waiting = new Set(toApprove.map(({ id }) => id));
  return calls.map(({ id: callId, name, input, invalid }) => ({
    kind: "tool_call",
    body: {
      callId,
      name,
      input,
      invalid,
      startedAt,
      ...tools.find((tool) => tool.name === name)?.origin,
      ...(tools.some((tool) => tool.name === name && tool.client) && { client: true as const }),
      ...(waiting.has(callId) && { approval: true }),
    },
  }));
}

const maxPromptChars = 48_000;

/** The prompt for the trace; null when it is too large to store with every step. */
function toTracePrompt(prompt: LanguageModelV4Prompt): { role: string; text: string }[] | null {
  const entries: { role: string; text: string }[] = [];
  let chars = 0;
  for (const message of prompt) {
    const text = toTraceText(message);
    chars += text.length;
    if (chars > maxPromptChars) return null;
    entries.push({ role: message.role, text });
  }
  return JSON.stringify(entries).length > maxPromptChars ? null : entries;
}

function toTraceText({ content }: LanguageModelV4Message): string {
  if (typeof content === "string") return content;
  const texts = content.map((part) => {
    if ("text" in part) return part.text;
    return part.type === "file" ? `[file ${part.filename ?? ""}]` : JSON.stringify(part);
  });
  return texts.join("\n");
}
