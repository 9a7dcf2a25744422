import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { newId } from "../../../platform/ids/ids";
import { log } from "../../../platform/log/log";
import { computeCost } from "../../models/cost";
import { charsPerToken, fillMissingCounts, ReceivedTokens } from "../../models/estimate";
import { type StepHooks, streamStep } from "../../models/providers/step";
import type { StepFacts } from "../../models/step-facts";
import type { StepCall } from "../calls/guards";
import { type EngineTool, toToolDefinitions } from "../calls/tools";
import { systemPrompt, trimHistory } from "../context/history";
import type { LoadedAgent } from "../context/load";
import type { RunRow } from "../lease/lease";
import { addText, awaitSaves, closeText, type LiveText, openText } from "../log/writer";
import type { Spent } from "../outcome/finish";
import { untilAborted, watchForSilence } from "./watch-for-silence";

const defaultAnswerTokens = 4_096;
const defaultWindow = 8_192;
/** Maximum calls per step. */
const maxStepCalls = 64;

/** Why the engine, rather than the provider, ends a run with an error. */
export class StopRunError extends Error {}

export interface StepResult {
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
  toolChoice?: LanguageModelV4CallOptions["toolChoice"];
  /** Whether the provider has started to respond, so that the prompt is charged. */
  accepted?: (() => boolean) | undefined;
}

/** Executes one model step and streams its text to readers. Logs nothing and does not throw provider errors. */
export async function runModelStep(
  run: RunRow,
  loaded: LoadedAgent,
  model: LanguageModelV4,
  history: LanguageModelV4Prompt,
  tools: EngineTool[],
  signal: AbortSignal,
  silenceMs: number,
  { format, toolChoice, accepted, ...textOptions }: StepOptions = {},
): Promise<StepResult> {
  const prompt = buildPrompt(loaded, history);
  const live = openText(run, newId("message"), textOptions);
  const started = performance.now();
  const facts: StepFacts = { ttftMs: null, finishReason: "cut", inputTokens: null, outputTokens: null, durationMs: 0 };
  const calls: StepCall[] = [];
  let omitted = 0;
  const received = new ReceivedTokens();
  const watch = watchForSilence(silenceMs);
  const abortSignal = AbortSignal.any([signal, watch.signal]);
  const { temperature, topP, maxOutputTokens } = loaded.model.params;
  const toolDefinitions = tools.length > 0 ? toToolDefinitions(tools) : undefined;
  const options = {
    prompt,
    temperature,
    topP,
    maxOutputTokens,
    tools: toolDefinitions,
    abortSignal,
    ...(format && { responseFormat: format }),
    ...(toolChoice && toolDefinitions && { toolChoice }),
  };
  let failure: StepResult["failure"];
  try {
    for await (const part of untilAborted(streamStep(model, options, { onRetry: logRetry(run.id) }), abortSignal)) {
      watch.reset();
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
        if (part.model) facts.responseModel = part.model;
      }
    }
  } catch (error) {
    // Aborted after its last part: complete.
    const isComplete = abortSignal.aborted && facts.finishReason !== "cut";
    if (!isComplete) failure = { error: abortSignal.aborted ? abortSignal.reason : error };
  } finally {
    watch.stop();
    closeText(live);
    await awaitSaves();
  }
  if (omitted > 0) calls.push(toOmittedCall(omitted, calls[0]?.name ?? ""));
  if (!failure && !live.text.trim() && calls.length === 0)
    failure = { error: new StopRunError("The model returned an empty answer. Try again, or choose another model.") };
  facts.durationMs = Math.round(performance.now() - started);
  if (facts.ttftMs !== null || accepted?.()) fillMissingCounts(facts, { prompt, tools: toolDefinitions }, received);
  const { inputTokens, outputTokens } = facts;
  const spent = {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    costUsd: computeCost(facts, loaded.model),
    ...(facts.estimated && { estimated: true }),
  };
  return { live, prompt, facts, calls, spent, failure };
}

/** A placeholder for calls beyond the limit, so that the model gets a result that mentions them. */
const toOmittedCall = (count: number, name: string): StepCall => {
  const more = count > 1 ? ` and ${count - 1} more weren't` : " wasn't";
  const invalid = `Up to ${maxStepCalls} tools can be called per step. This call${more} made. Request them again in the next step.`;
  return { id: newId("call"), name, input: {}, invalid };
};

const logRetry =
  (runId: string): StepHooks["onRetry"] =>
  ({ kind, message }, waitMs, attempt) =>
    log().info({ runId, kind, message, waitMs: Math.round(waitMs), attempt }, "retrying a model call");

/** Tokens left for history, after the instructions and the reserved output. */
function computeHistoryTokens({ model }: LoadedAgent, system: string): number {
  const window = model.contextWindow ?? defaultWindow;
  const answerTokens = model.params.maxOutputTokens ?? Math.min(defaultAnswerTokens, Math.floor(window / 4));
  return window - answerTokens - Math.ceil(system.length / charsPerToken);
}

/** Maximum characters of the history; older ones are not sent. */
export const computeHistoryChars = (loaded: LoadedAgent): number =>
  charsPerToken * computeHistoryTokens(loaded, buildSystemPrompt(loaded));

/** The agent's instructions, then those of a publication's client. */
const buildSystemPrompt = ({ agent, values, session }: LoadedAgent): string =>
  [systemPrompt(agent, values), session.clientOptions?.instructions].filter(Boolean).join("\n\n");

function buildPrompt(loaded: LoadedAgent, history: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const system = buildSystemPrompt(loaded);
  return [{ role: "system", content: system }, ...trimHistory(history, computeHistoryTokens(loaded, system)).prompt];
}
