import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Db } from "../db/client";
import { newId } from "../db/ids";
import { createLanguageModel } from "../models/providers/create";
import { failureOf } from "../models/providers/failure";
import { streamStep } from "../models/providers/step";
import { outbound } from "../outbound/instance";
import type { NewEvent } from "./events";
import { readHistory } from "./events";
import { fileParts } from "./files";
import { endRun, recordEvents } from "./finish";
import { costOf, loopGuard, type StepCall } from "./guards";
import { type HistoryEvent, historyOf, systemPrompt, trimHistory } from "./history";
import { LeaseLostError, type RunRow } from "./lease";
import { type Loaded, loadRun } from "./load";
import { runCalls } from "./tool-calls";
import { type EngineTool, toolOptions, toolsFor } from "./tools";
import { addText, closeText, type LiveText, openText, settleSaves } from "./writer";

const answerTokensDefault = 4_096;
const wallTimeMs = 15 * 60_000;
const answerBytesMost = 400_000;
const firstByteMs = 120_000;

/** Why the engine, not the provider, ends a run with an error. */
class StopRunError extends Error {}

/** Works a chat run to its end, one model step at a time; every step is in the log before the next. Never throws. */
export async function executeRun(db: Db, run: RunRow, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(wallTimeMs);
  let secrets: string[] = [];
  try {
    const loaded = await loadRun(db, run);
    secrets = loaded.secrets;
    await converse(db, run, loaded, AbortSignal.any([signal, limit]));
    await endRun(db, run, "completed", null);
  } catch (error) {
    if (error instanceof LeaseLostError || signal.reason instanceof LeaseLostError) return;
    if (signal.aborted && signal.reason === "give-back") return;
    if (signal.aborted) return endRun(db, run, "cancelled", "Stopped.").catch(ignoreLost);
    const reason = limit.aborted
      ? "The run took longer than 15 minutes and was ended."
      : error instanceof StopRunError
        ? error.message
        : failureOf(error, secrets).message;
    await endRun(db, run, "error", reason).catch(ignoreLost);
  }
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof LeaseLostError)) throw error;
}

async function converse(db: Db, run: RunRow, loaded: Loaded, signal: AbortSignal): Promise<void> {
  const { session, agent } = loaded;
  const model = await createLanguageModel(
    loaded.settings,
    outbound().fetchWith({ headersTimeoutMs: firstByteMs, maxBytes: 50 * 1024 * 1024 }),
  );
  const tools = await toolsFor({ teamId: run.teamId, agentId: agent.id, principalId: run.principalId });
  const looping = loopGuard();
  for (let iteration = 1; iteration <= agent.maxIterations; iteration += 1) {
    const events = await readHistory(db, session.id);
    const files = await fileParts(db, session.id, events);
    const history = historyOf(events as unknown as HistoryEvent[], files);
    const calls = await step(db, run, loaded, model, history, tools, signal);
    if (calls.length === 0) return;
    if (calls.some(looping))
      throw new StopRunError("The agent kept calling the same tool with the same arguments, so the run was stopped.");
    await runCalls(db, run, tools, calls, signal);
  }
  throw new StopRunError(`The agent did not come to an answer within its ${agent.maxIterations} steps.`);
}

/** One model step: its text live to the readers, then message, step and calls in one transaction. Answers the calls. */
async function step(
  db: Db,
  run: RunRow,
  loaded: Loaded,
  model: Awaited<ReturnType<typeof createLanguageModel>>,
  history: LanguageModelV4Prompt,
  tools: EngineTool[],
  signal: AbortSignal,
): Promise<StepCall[]> {
  const { session, agent, model: row, secrets } = loaded;
  const system = systemPrompt(agent, session.variables);
  const answerTokens =
    row.params.maxOutputTokens ?? Math.min(answerTokensDefault, Math.floor((row.contextWindow ?? 8_192) / 4));
  const { prompt } = trimHistory(history, system, row.contextWindow ?? 8_192, answerTokens);
  const sent: LanguageModelV4Prompt = [{ role: "system", content: system }, ...prompt];
  const messageId = newId("message");
  const live = openText(session.id, run.id, messageId);
  const started = Date.now();
  const facts = {
    ttftMs: null as number | null,
    finishReason: "cut",
    inputTokens: null as number | null,
    outputTokens: null as number | null,
  };
  const calls: StepCall[] = [];
  const { temperature, topP, maxOutputTokens } = row.params;
  const options = {
    prompt: sent,
    temperature,
    topP,
    maxOutputTokens,
    tools: tools.length > 0 ? toolOptions(tools) : undefined,
    abortSignal: signal,
  };
  const stepEvent = (error?: string): NewEvent => ({
    kind: "step",
    body: {
      stepId: messageId,
      messageId,
      model: row.name,
      provider: row.type,
      purpose: "answer",
      prompt: shownPrompt(sent),
      ...facts,
      durationMs: Date.now() - started,
      costUsd: costOf(facts, row),
      error,
    },
  });
  try {
    for await (const part of streamStep(model, options)) {
      facts.ttftMs ??= Date.now() - started;
      if (part.type === "text") addText(live, part.text);
      else if (part.type === "tool-call") calls.push(part);
      else if (part.type === "finish")
        Object.assign(facts, {
          finishReason: part.reason,
          inputTokens: part.inputTokens,
          outputTokens: part.outputTokens,
        });
      if (live.text.length > answerBytesMost) throw new StopRunError("The answer grew too long and was cut off.");
    }
  } catch (error) {
    if (signal.reason === "give-back" || signal.reason instanceof LeaseLostError) throw error;
    await keepCut(db, run, agent, live, stepEvent(signal.aborted ? "Stopped." : failureOf(error, secrets).message));
    throw error;
  } finally {
    closeText(live);
    await settleSaves();
  }
  if (!live.text.trim() && calls.length === 0)
    throw new StopRunError("The model gave an empty answer. Try again, or choose another model.");
  const spent = {
    inputTokens: facts.inputTokens ?? 0,
    outputTokens: facts.outputTokens ?? 0,
    costUsd: costOf(facts, row),
  };
  await recordEvents(
    db,
    run,
    [stepEvent(), ...(live.text ? [answer(agent, live, true, spent)] : [])],
    spent,
    live.text || undefined,
  );
  return calls;
}

/** The text so far stays, marked as cut. */
async function keepCut(
  db: Db,
  run: RunRow,
  agent: Loaded["agent"],
  live: LiveText,
  stepEvent: NewEvent,
): Promise<void> {
  closeText(live);
  await settleSaves();
  const cut = live.text ? [answer(agent, live, false, null)] : [];
  await recordEvents(db, run, [stepEvent, ...cut], undefined, live.text || undefined);
}

function answer(agent: Loaded["agent"], live: LiveText, completed: boolean, usage: object | null): NewEvent {
  const { messageId, sessionId } = live;
  // PostgreSQL stores neither NUL nor half a surrogate pair.
  const text = live.text.replaceAll("\0", "").toWellFormed();
  const body = {
    _id: messageId,
    sessionId,
    authorName: agent.name,
    authorId: agent.id,
    role: "assistant",
    text,
    parts: [],
    citations: [],
    usage,
    ts: new Date().toISOString(),
    completed,
  };
  return { kind: "message", messageId, body };
}

const promptBytesMost = 48_000;

/** The prompt as sent, for the trace; null where it is too large to keep with every step. */
function shownPrompt(prompt: LanguageModelV4Prompt): { role: string; text: string }[] | null {
  const shown = prompt.map(({ role, content }) => ({
    role,
    text:
      typeof content === "string"
        ? content
        : content
            .map((part) =>
              "text" in part
                ? part.text
                : part.type === "file"
                  ? `[file ${part.filename ?? ""}]`
                  : JSON.stringify(part),
            )
            .join("\n"),
  }));
  return JSON.stringify(shown).length > promptBytesMost ? null : shown;
}
