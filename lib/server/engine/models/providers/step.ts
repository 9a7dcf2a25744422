import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { truncate } from "@/lib/utils/text/truncate";
import type { Failure } from "./bounds/call-failure";
import { toFailure } from "./bounds/failure";
import { PartBounds } from "./bounds/part-bounds";
import {
  EmptyResponseError,
  FilteredResponseError,
  IncompleteStreamError,
  MalformedCallError,
  ResponseLimitError,
} from "./shared/answer-errors";
import { maxCallDepth, maxNameChars } from "./shared/answer-limits";
import type { ChatModel } from "./shared/settings";
import { createStorableStream, toStorableText, toStorableValue } from "./shared/storable";

/** The parts of a model step, with storable texts. `finish` is last; filtered responses throw after it. */
export type StepPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  /** A delta of a call's arguments, which are also sent complete with the call. */
  | { type: "tool-input"; text: string }
  | { type: "tool-call"; id: string; name: string; input: unknown; invalid?: string }
  | {
      type: "finish";
      reason: string;
      inputTokens: number | null;
      outputTokens: number | null;
      model?: string | undefined;
    };

export interface StepHooks {
  /** Called before the wait for another attempt; secrets in the failure are not redacted. */
  onRetry?: (failure: Failure, waitMs: number, attempt: number) => void;
}

const maxAttempts = 3;
const maxWaitMs = 20_000;

function parseInput(text: string): { input: unknown; invalid?: string } {
  if (!text.trim()) return { input: {} };
  try {
    const input: unknown = JSON.parse(text);
    if (isDeeperThan(input, maxCallDepth))
      return { input: {}, invalid: `The arguments are nested deeper than ${maxCallDepth} levels.` };
    return { input: toStorableValue(input) };
  } catch {
    return { input: toStorableText(text), invalid: "The arguments aren't valid JSON." };
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

const toStorableName = (text: string): string => truncate(toStorableText(text), maxNameChars);

/** The client's parts. Returning early also aborts a request that waits for its next chunk. */
async function* readClientParts(model: ChatModel, options: LanguageModelV4CallOptions) {
  const returned = new AbortController();
  const signals = options.abortSignal ? [options.abortSignal, returned.signal] : [returned.signal];
  let reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart> | undefined;
  try {
    const { stream } = await model.doStream({ ...options, abortSignal: AbortSignal.any(signals) });
    reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      options.abortSignal?.throwIfAborted();
      yield read.value;
    }
  } finally {
    returned.abort();
    // Not awaited: some clients resolve a cancel only after the read that the abort ends.
    reader?.cancel().catch(() => {});
  }
}

const maxTokens = 1_000_000_000;

/** A provider may be an untrusted server: implausible token counts are ignored. */
const toTokenCount = (total: number | undefined): number | null =>
  total !== undefined && Number.isSafeInteger(total) && total >= 0 && total <= maxTokens ? total : null;

async function* attemptStep(model: ChatModel, options: LanguageModelV4CallOptions): AsyncGenerator<StepPart> {
  let hasContent = false;
  let respondingModel: string | undefined;
  const bounds = new PartBounds();
  const [toText, toReasoning] = [createStorableStream(), createStorableStream()];
  for await (const part of readClientParts(model, options)) {
    bounds.addCallPart(part);
    if (part.type === "text-delta" && part.delta) {
      const { accepted, isComplete } = bounds.addText(part.delta);
      yield { type: "text", text: toText(accepted) };
      if (!isComplete) throw new ResponseLimitError();
    } else if (part.type === "reasoning-delta" && part.delta)
      yield { type: "reasoning", text: toReasoning(part.delta) };
    else if (part.type === "tool-input-delta" && part.delta) yield { type: "tool-input", text: part.delta };
    else if (part.type === "tool-call") {
      const { toolCallId, toolName, input } = part;
      yield { type: "tool-call", id: toStorableName(toolCallId), name: toStorableName(toolName), ...parseInput(input) };
    } else if (part.type === "error") throw part.error;
    else if (part.type === "response-metadata" && part.modelId) {
      respondingModel = toStorableName(part.modelId);
      continue;
    } else if (part.type === "finish") {
      const { unified, raw } = part.finishReason;
      // Reported by clients when the provider gave no finish reason because its response was truncated.
      if (unified === "interrupted" || (unified === "other" && raw === undefined)) break;
      if (unified === "error") throw new MalformedCallError();
      const { inputTokens, outputTokens } = part.usage;
      yield {
        type: "finish",
        reason: unified,
        inputTokens: toTokenCount(inputTokens.total),
        outputTokens: toTokenCount(outputTokens.total),
        model: respondingModel,
      };
      if (unified === "content-filter") throw new FilteredResponseError();
      return;
    } else continue;
    hasContent = true;
  }
  throw hasContent ? new IncompleteStreamError() : new EmptyResponseError();
}

/**
 * Streams one model step. Retries with jitter and the provider's Retry-After up to 20 s, at most three times and only before
 * the first part. Throws the client's error; see `toFailure`. When `abortSignal` fires or the consumer returns, the provider's
 * request is aborted immediately.
 */
export async function* streamStep(
  model: ChatModel,
  options: LanguageModelV4CallOptions,
  { onRetry }: StepHooks = {},
): AsyncGenerator<StepPart> {
  const signal = options.abortSignal;
  for (let attempt = 1; ; attempt += 1) {
    let hasStarted = false;
    try {
      for await (const part of attemptStep(model, options)) {
        hasStarted = true;
        yield part;
      }
      return;
    } catch (error) {
      if (hasStarted || signal?.aborted || attempt >= maxAttempts) throw error;
      const failure = toFailure(error, []);
      const backoff = 400 * 2 ** (attempt - 1) * (0.5 + Math.random());
      const wait = failure.retryAfterMs ? failure.retryAfterMs + Math.random() * 500 : backoff;
      if (!failure.retryable || wait > maxWaitMs) throw error;
      onRetry?.(failure, wait, attempt);
      await sleep(wait, undefined, { signal });
    }
  }
}
