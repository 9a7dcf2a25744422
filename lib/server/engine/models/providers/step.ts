import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { truncate } from "@/lib/utils/text/truncate";
import type { Failure } from "./bounds/call-failure";
import { failureOf } from "./bounds/failure";
import { PartBounds } from "./bounds/part-bounds";
import {
  AnswerLimitError,
  BrokenCallError,
  CutStreamError,
  EmptyAnswerError,
  FilteredAnswerError,
} from "./shared/answer-errors";
import { maxCallDepth, maxNameChars } from "./shared/answer-limits";
import type { ChatModel } from "./shared/settings";
import { toStorablePieces, toStorableText, toStorableValue } from "./shared/storable";

/** The parts of a model step, with storable texts. `finish` is last; filtered responses throw after it. */
export type StepPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  /** A delta of a call's arguments, which are also sent complete with the call. */
  | { type: "tool-input"; text: string }
  | { type: "tool-call"; id: string; name: string; input: unknown; invalid?: string }
  | { type: "finish"; reason: string; inputTokens: number | null; outputTokens: number | null };

export interface StepHooks {
  /** Called before the wait for another attempt; secrets in the failure are not redacted. */
  onRetry?: (failure: Failure, waitMs: number, attempt: number) => void;
}

const attempts = 3;
const longestWaitMs = 20_000;

function parseInput(text: string): { input: unknown; invalid?: string } {
  if (!text.trim()) return { input: {} };
  try {
    const input: unknown = JSON.parse(text);
    if (isDeeper(input, maxCallDepth))
      return { input: {}, invalid: `The arguments nest deeper than ${maxCallDepth} levels.` };
    return { input: toStorableValue(input) };
  } catch {
    return { input: toStorableText(text), invalid: "The arguments are not valid JSON." };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const named = (text: string): string => truncate(toStorableText(text), maxNameChars);

/** The client's parts. Returning early also aborts a request that waits for its next chunk. */
async function* clientParts(model: ChatModel, options: LanguageModelV4CallOptions) {
  const leaving = new AbortController();
  const signals = options.abortSignal ? [options.abortSignal, leaving.signal] : [leaving.signal];
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  try {
    const { stream } = await model.doStream({ ...options, abortSignal: AbortSignal.any(signals) });
    reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      options.abortSignal?.throwIfAborted();
      yield read.value;
    }
  } finally {
    leaving.abort();
    // Not awaited: some clients resolve a cancel only after the read that the abort ends.
    reader?.cancel().catch(() => {});
  }
}

const maxTokens = 1_000_000_000;

/** A provider may be an untrusted server: implausible token counts are ignored. */
const countOf = (total: number | undefined): number | null =>
  total !== undefined && Number.isSafeInteger(total) && total >= 0 && total <= maxTokens ? total : null;

async function* once(model: ChatModel, options: LanguageModelV4CallOptions): AsyncGenerator<StepPart> {
  let said = false;
  const bounds = new PartBounds();
  const [spoken, thought] = [toStorablePieces(), toStorablePieces()];
  for await (const part of clientParts(model, options)) {
    bounds.callPart(part);
    if (part.type === "text-delta" && part.delta) {
      const { kept, whole } = bounds.text(part.delta);
      yield { type: "text", text: spoken(kept) };
      if (!whole) throw new AnswerLimitError();
    } else if (part.type === "reasoning-delta" && part.delta) yield { type: "reasoning", text: thought(part.delta) };
    else if (part.type === "tool-input-delta" && part.delta) yield { type: "tool-input", text: part.delta };
    else if (part.type === "tool-call") {
      const { toolCallId, toolName, input } = part;
      yield { type: "tool-call", id: named(toolCallId), name: named(toolName), ...parseInput(input) };
    } else if (part.type === "error") throw part.error;
    else if (part.type === "finish") {
      const { unified, raw } = part.finishReason;
      // Reported by clients when the provider gave no finish reason because its response was truncated.
      if (unified === "interrupted" || (unified === "other" && raw === undefined)) break;
      if (unified === "error") throw new BrokenCallError();
      const { inputTokens, outputTokens } = part.usage;
      yield {
        type: "finish",
        reason: unified,
        inputTokens: countOf(inputTokens.total),
        outputTokens: countOf(outputTokens.total),
      };
      if (unified === "content-filter") throw new FilteredAnswerError();
      return;
    } else continue;
    said = true;
  }
  throw said ? new CutStreamError() : new EmptyAnswerError();
}

/**
 * Streams one model step. Retries with jitter and the provider's Retry-After up to 20 s, at most three times and only before
 * the first part. Throws the client's error; see `failureOf`. When `abortSignal` fires or the consumer returns, the provider's
 * request is aborted immediately.
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
