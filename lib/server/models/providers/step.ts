import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { cutText } from "@/lib/utils/cut-text";
import {
  AnswerLimitError,
  BrokenCallError,
  CutStreamError,
  EmptyAnswerError,
  FilteredAnswerError,
} from "./answer-errors";
import { maxCallDepth, maxNameChars } from "./answer-limits";
import type { Failure } from "./call-failure";
import { failureOf } from "./failure";
import { PartBounds } from "./part-bounds";
import type { ChatModel } from "./settings";
import { storable, storablePieces, storableValue } from "./storable";

/** One model step as the engine reads it, all text fit to be stored. `finish` is last; a filtered answer throws after it. */
export type StepPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  /** A piece of a call's arguments, which come whole with the call. */
  | { type: "tool-input"; text: string }
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
    const input: unknown = JSON.parse(text);
    if (isDeeper(input, maxCallDepth))
      return { input: {}, invalid: `The arguments nest deeper than ${maxCallDepth} levels.` };
    return { input: storableValue(input) };
  } catch {
    return { input: storable(text), invalid: "The arguments are not valid JSON." };
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

const named = (text: string): string => cutText(storable(text), maxNameChars);

/** The client's parts. Leaving early ends the provider's request also where its client waits for the next piece of it. */
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
    // Not waited for: some clients answer a cancel only after the read that the abort ends.
    reader?.cancel().catch(() => {});
  }
}

const tokensMost = 1_000_000_000;

/** A provider may be anybody's server: what cannot be a number of tokens is not counted, nor taken off a budget. */
const countOf = (total: number | undefined): number | null =>
  total !== undefined && Number.isSafeInteger(total) && total >= 0 && total <= tokensMost ? total : null;

async function* once(model: ChatModel, options: LanguageModelV4CallOptions): AsyncGenerator<StepPart> {
  let said = false;
  const bounds = new PartBounds();
  const [spoken, thought] = [storablePieces(), storablePieces()];
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
      // What the clients report where the provider gave no reason because its answer ended before.
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
