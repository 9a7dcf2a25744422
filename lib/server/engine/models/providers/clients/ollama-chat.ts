import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { generateId } from "@ai-sdk/provider-utils";
import { z } from "zod";

const call = z.object({
  id: z.string().nullish(),
  function: z.object({
    name: z.string(),
    arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
  }),
});

/** A line of the stream, or the whole response: both have this shape, and either can be an error despite status 200. */
export const ollamaResponse = z.union([
  z.object({ error: z.string() }),
  z.object({
    message: z
      .object({ content: z.string().nullish(), thinking: z.string().nullish(), tool_calls: z.array(call).nullish() })
      .nullish(),
    done: z.boolean(),
    done_reason: z.string().nullish(),
    prompt_eval_count: z.number().nullish(),
    eval_count: z.number().nullish(),
  }),
]);
type OllamaResponse = Exclude<z.infer<typeof ollamaResponse>, { error: string }>;
type OllamaCall = z.infer<typeof call>;

const toToolCall = (toolCall: OllamaCall) => ({
  type: "tool-call" as const,
  toolCallId: toolCall.id || `call_${generateId()}`,
  toolName: toolCall.function.name,
  input:
    typeof toolCall.function.arguments === "string"
      ? toolCall.function.arguments
      : JSON.stringify(toolCall.function.arguments ?? {}),
});

export const toUsage = ({ prompt_eval_count, eval_count }: OllamaResponse): LanguageModelV4Usage => ({
  // Ollama omits the prompt's token count when the prompt was cached.
  inputTokens: {
    total: prompt_eval_count ?? undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: eval_count ?? undefined, text: undefined, reasoning: undefined },
});

export function toFinishReason({ done_reason }: OllamaResponse, calledTools: boolean): LanguageModelV4FinishReason {
  const raw = done_reason ?? "stop";
  return { raw, unified: calledTools ? "tool-calls" : raw === "length" ? "length" : raw === "stop" ? "stop" : "other" };
}

export function toContent({ message }: OllamaResponse): LanguageModelV4Content[] {
  const content: LanguageModelV4Content[] = (message?.tool_calls ?? []).map(toToolCall);
  if (message?.content) content.unshift({ type: "text", text: message.content });
  if (message?.thinking) content.unshift({ type: "reasoning", text: message.thinking });
  return content;
}

type Block = "text" | "reasoning";

/** Converts lines to stream parts. Without a `done` line there is no finish part: the stream was truncated. */
export async function* toStreamParts(
  lines: AsyncIterable<z.infer<typeof ollamaResponse>>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let open: Block | undefined;
  let calledTools = false;
  function* emitDelta(block: Block, delta: string): Generator<LanguageModelV4StreamPart> {
    if (open !== block) {
      yield* endBlock();
      yield { type: `${block}-start`, id: block };
      open = block;
    }
    yield { type: `${block}-delta`, id: block, delta };
  }
  function* endBlock(): Generator<LanguageModelV4StreamPart> {
    if (open) yield { type: `${open}-end`, id: open };
    open = undefined;
  }
  for await (const line of lines) {
    if ("error" in line) {
      yield { type: "error", error: { message: line.error } };
      return;
    }
    if (line.message?.thinking) yield* emitDelta("reasoning", line.message.thinking);
    if (line.message?.content) yield* emitDelta("text", line.message.content);
    for (const toolCall of line.message?.tool_calls ?? []) {
      yield* endBlock();
      calledTools = true;
      yield toToolCall(toolCall);
    }
    if (line.done) {
      yield* endBlock();
      yield { type: "finish", usage: toUsage(line), finishReason: toFinishReason(line, calledTools) };
      return;
    }
  }
}
