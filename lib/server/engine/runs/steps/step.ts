import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { newId } from "../../../platform/ids/ids";
import { log } from "../../../platform/log/log";
import { costOf } from "../../models/cost";
import { charsPerToken, estimateMissing, ReceivedTokens } from "../../models/estimate";
import { type StepHooks, streamStep } from "../../models/providers/step";
import type { StepFacts } from "../../models/step-facts";
import type { StepCall } from "../calls/guards";
import { type EngineTool, toolOptions } from "../calls/tools";
import { systemPrompt, trimHistory } from "../context/history";
import type { Loaded } from "../context/load";
import type { RunRow } from "../lease/lease";
import { addText, awaitSaves, closeText, type LiveText, openText } from "../log/writer";
import type { Spent } from "../outcome/finish";
import { untilAborted, watchForSilence } from "./watch-for-silence";

const answerTokensDefault = 4_096;
const windowDefault = 8_192;
/** Maximum calls per step. */
const maxStepCalls = 64;

/** Why the engine, rather than the provider, ends a run with an error. */
export class StopRunError extends Error {}

export interface StepDone {
  live: LiveText;
  prompt: LanguageModelV4Prompt;
  facts: StepFacts;
  calls: StepCall[];
  spent: Spent;
  /** The error that ended the step early. */
  failure?: { error: unknown };
}

interface StepOptions {
  /** In a process: the text's task. */
  taskId?: string | undefined;
  /** Without readers. */
  quiet?: boolean | undefined;
  format?: LanguageModelV4CallOptions["responseFormat"];
  /** Whether the provider has started to respond, so that the prompt is charged. */
  accepted?: (() => boolean) | undefined;
}

/** Executes one model step and streams its text to readers. Logs nothing and does not throw provider errors. */
export async function modelStep(
  run: RunRow,
  loaded: Loaded,
  model: LanguageModelV4,
  history: LanguageModelV4Prompt,
  tools: EngineTool[],
  signal: AbortSignal,
  silenceMs: number,
  { format, accepted, ...of }: StepOptions = {},
): Promise<StepDone> {
  const prompt = promptOf(loaded, history);
  const live = openText(run, newId("message"), of);
  const started = performance.now();
  const facts: StepFacts = { ttftMs: null, finishReason: "cut", inputTokens: null, outputTokens: null, durationMs: 0 };
  const calls: StepCall[] = [];
  let omitted = 0;
  const received = new ReceivedTokens();
  const watch = watchForSilence(silenceMs);
  const abortSignal = AbortSignal.any([signal, watch.signal]);
  const { temperature, topP, maxOutputTokens } = loaded.model.params;
  const offered = tools.length > 0 ? toolOptions(tools) : undefined;
  const options = {
    prompt,
    temperature,
    topP,
    maxOutputTokens,
    tools: offered,
    abortSignal,
    ...(format && { responseFormat: format }),
  };
  let failure: StepDone["failure"];
  try {
    for await (const part of untilAborted(streamStep(model, options, { onRetry: noteRetry(run.id) }), abortSignal)) {
      watch.heard();
      facts.ttftMs ??= Math.round(performance.now() - started);
      received.add(part);
      // Generated ids, because some servers restart theirs with every response.
      if (part.type === "text") addText(live, part.text);
      else if (part.type === "tool-call" && calls.length < maxStepCalls) calls.push({ ...part, id: newId("call") });
      else if (part.type === "tool-call") omitted += 1;
      else if (part.type === "finish") {
        facts.finishReason = part.reason;
        facts.inputTokens = part.inputTokens;
        facts.outputTokens = part.outputTokens;
      }
    }
  } catch (error) {
    // Aborted after its last part: complete.
    const isWhole = abortSignal.aborted && facts.finishReason !== "cut";
    if (!isWhole) failure = { error: abortSignal.aborted ? abortSignal.reason : error };
  } finally {
    watch.stop();
    closeText(live);
    await awaitSaves();
  }
  if (omitted > 0) calls.push(omittedCalls(omitted, calls[0]?.name ?? ""));
  if (!failure && !live.text.trim() && calls.length === 0)
    failure = { error: new StopRunError("The model gave an empty answer. Try again, or choose another model.") };
  facts.durationMs = Math.round(performance.now() - started);
  if (facts.ttftMs !== null || accepted?.()) estimateMissing(facts, { prompt, tools: offered }, received);
  const { inputTokens, outputTokens } = facts;
  const spent = {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    costUsd: costOf(facts, loaded.model),
    ...(facts.estimated && { estimated: true }),
  };
  return { live, prompt, facts, calls, spent, failure };
}

/** A placeholder for calls beyond the limit, so that the model gets a result that mentions them. */
const omittedCalls = (count: number, name: string): StepCall => {
  const more = count > 1 ? ` and ${count - 1} more were` : " was";
  const invalid = `At most ${maxStepCalls} tools can be called in one step. This call${more} not made: ask for them again in the next step.`;
  return { id: newId("call"), name, input: {}, invalid };
};

const noteRetry =
  (runId: string): StepHooks["onRetry"] =>
  ({ kind, message }, waitMs, attempt) =>
    log().info({ runId, kind, message, waitMs: Math.round(waitMs), attempt }, "a model call is tried again");

/** Tokens left for history, after the instructions and the reserved output. */
function roomOf({ model }: Loaded, system: string): number {
  const window = model.contextWindow ?? windowDefault;
  const answerTokens = model.params.maxOutputTokens ?? Math.min(answerTokensDefault, Math.floor(window / 4));
  return window - answerTokens - Math.ceil(system.length / charsPerToken);
}

/** Maximum characters of the history; older ones are not sent. */
export const historyChars = (loaded: Loaded): number =>
  charsPerToken * roomOf(loaded, systemPrompt(loaded.agent, loaded.values));

function promptOf(loaded: Loaded, history: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const system = systemPrompt(loaded.agent, loaded.values);
  return [{ role: "system", content: system }, ...trimHistory(history, roomOf(loaded, system)).prompt];
}
