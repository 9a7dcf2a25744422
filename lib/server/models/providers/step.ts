import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { CutStreamError, failureOf } from "./failure";

/** One model step as the engine reads it. */
export type StepPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "tool-call"; id: string; name: string; input: unknown; invalid?: string }
  | { type: "finish"; reason: string; inputTokens: number | null; outputTokens: number | null };

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

async function* once(model: LanguageModelV4, options: LanguageModelV4CallOptions): AsyncGenerator<StepPart> {
  const { stream } = await model.doStream(options);
  let finished = false;
  for await (const part of stream) {
    options.abortSignal?.throwIfAborted();
    if (part.type === "text-delta" && part.delta) yield { type: "text", text: part.delta };
    else if (part.type === "reasoning-delta" && part.delta) yield { type: "reasoning", text: part.delta };
    else if (part.type === "tool-call")
      yield { type: "tool-call", id: part.toolCallId, name: part.toolName, ...parseInput(part.input) };
    else if (part.type === "error") throw part.error;
    else if (part.type === "finish") {
      const { unified, raw } = part.finishReason;
      // A provider's client that saw the connection end without a reason reports "other" with nothing raw.
      finished = unified !== "other" || raw !== undefined;
      if (!finished) break;
      yield {
        type: "finish",
        reason: unified,
        inputTokens: part.usage.inputTokens.total ?? null,
        outputTokens: part.usage.outputTokens.total ?? null,
      };
    }
  }
  if (!finished) throw new CutStreamError();
}

/**
 * Streams one model step. Tries again, with jitter and the provider's Retry-After, at most three times and only before
 * the first part. Throws what the provider's client threw; see `failureOf`.
 */
export async function* streamStep(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
): AsyncGenerator<StepPart> {
  for (let attempt = 1; ; attempt += 1) {
    let begun = false;
    try {
      for await (const part of once(model, options)) {
        begun = true;
        yield part;
      }
      return;
    } catch (error) {
      const { retryable, retryAfterMs } = failureOf(error, []);
      const wait = retryAfterMs ?? 400 * 2 ** attempt * (0.5 + Math.random());
      if (begun || !retryable || attempt >= attempts || wait > longestWaitMs || options.abortSignal?.aborted)
        throw error;
      await sleep(wait, undefined, { signal: options.abortSignal });
    }
  }
}
