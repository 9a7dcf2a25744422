import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { CutStreamError, EmptyAnswerError, type Failure, failureOf } from "./failure";
import type { ChatModel } from "./settings";

/** One model step as the engine reads it. `finish` is always the last part. */
export type StepPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "tool-call"; id: string; name: string; input: unknown; invalid?: string }
  | { type: "finish"; reason: string; inputTokens: number | null; outputTokens: number | null };

export interface StepHooks {
  /** Before the wait that comes before another attempt; the failure's secrets are not cut out. */
  onRetry?: (failure: Failure, waitMs: number, attempt: number) => void;
}

const attempts = 3;
const longestWaitMs = 20_000;

function parseInput(text: string): { input: unknown; invalid?: string } {
  if (!text.trim()) return { input: {} };
  try {
    return { input: JSON.parse(text) };
  } catch {
    return { input: text, invalid: "The arguments are not valid JSON." };
  }
}

async function* once(model: ChatModel, options: LanguageModelV4CallOptions): AsyncGenerator<StepPart> {
  // Leaving early must end the provider's request also where its client waits for the next piece of it.
  const leaving = new AbortController();
  const signals = options.abortSignal ? [options.abortSignal, leaving.signal] : [leaving.signal];
  let said = false;
  try {
    const { stream } = await model.doStream({ ...options, abortSignal: AbortSignal.any(signals) });
    for await (const part of stream) {
      options.abortSignal?.throwIfAborted();
      if (part.type === "text-delta" && part.delta) yield { type: "text", text: part.delta };
      else if (part.type === "reasoning-delta" && part.delta) yield { type: "reasoning", text: part.delta };
      else if (part.type === "tool-call")
        yield { type: "tool-call", id: part.toolCallId, name: part.toolName, ...parseInput(part.input) };
      else if (part.type === "error") throw part.error;
      else if (part.type === "finish") {
        const { unified, raw } = part.finishReason;
        // What the clients report where the provider gave no reason because its answer ended before.
        if (unified === "interrupted" || (unified === "other" && raw === undefined)) break;
        const { inputTokens, outputTokens } = part.usage;
        yield {
          type: "finish",
          reason: unified,
          inputTokens: inputTokens.total ?? null,
          outputTokens: outputTokens.total ?? null,
        };
        return;
      } else continue;
      said = true;
    }
  } finally {
    leaving.abort();
  }
  throw said ? new CutStreamError() : new EmptyAnswerError();
}

/**
 * Streams one model step. Tries again, with jitter and the provider's Retry-After up to 20 s, at most three times and
 * only before the first part. Throws what the provider's client threw; see `failureOf`. When `abortSignal` fires or the
 * reader leaves, the provider's request ends at once.
 */
export async function* streamStep(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
  { onRetry }: StepHooks = {},
): AsyncGenerator<StepPart> {
  const signal = options.abortSignal;
  for (let attempt = 1; ; attempt += 1) {
    let begun = false;
    try {
      for await (const part of once(model, options)) {
        begun = true;
        yield part;
      }
      return;
    } catch (error) {
      if (begun || signal?.aborted || attempt >= attempts) throw error;
      const failure = failureOf(error, []);
      const jittered = 400 * 2 ** (attempt - 1) * (0.5 + Math.random());
      const wait = failure.retryAfterMs ? failure.retryAfterMs + Math.random() * 500 : jittered;
      if (!failure.retryable || wait > longestWaitMs) throw error;
      onRetry?.(failure, wait, attempt);
      await sleep(wait, undefined, { signal });
    }
  }
}
