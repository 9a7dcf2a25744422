import { isFullFailure, isStorageTrouble } from "../../disk";
import type { TaskRow } from "../../tasks/service";
import { findVariables } from "../../variables/service";
import { converse, type Talk, type Told } from "../agent-loop";
import type { Pause } from "../ending";
import type { NewEvent } from "../events";
import { type Ending, recordEvents, type Writing } from "../finish";
import { historyOf } from "../history";
import { WorkerStopError } from "../lease";
import type { Loaded } from "../load";
import type { ModelTurn } from "../model-turn";
import { eventsOf } from "../open-calls";
import { readPartHistory } from "../read-history";
import { historyChars, StopRunError } from "../step";
import { type EngineTool, toolsFor } from "../tools";
import type { Work } from "../work";
import { delegateTool } from "./delegate";
import { inputFor } from "./form";
import { checkedOutput, filenameOf, keepFile, setValues } from "./output";
import { type Process, speakerOf } from "./process";
import { taskHistory, taskPrompt } from "./prompt";
import { answeredEvent, answerIn, type KnownAnswer, type TaskState } from "./state";

export type TaskOutcome = { output: string } | { pause: Pause } | { cut: Ending };

/** Providers that take any JSON Schema for their answers; to the others it is told. */
const takeSchemas = new Set(["demo", "ollama"]);

/** Does one task, to its output, to a question or until it is cut off. Throws for a failure. */
export async function workTask(
  process: Process,
  task: TaskRow,
  state: TaskState | undefined,
  states: ReadonlyMap<string, TaskState>,
  turn: ModelTurn,
): Promise<TaskOutcome> {
  const { work } = process;
  const { db, run } = work;
  const input = await inputFor(work, task);
  if ("pause" in input) return input;
  const loaded = await speakerOf(process, task);
  const startedAt = state?.startedAt ?? new Date().toISOString();
  if (!state) {
    const { id: agentId, name: agentName } = loaded.agent;
    const body = { state: "started", taskId: task.id, name: task.name, agentId, agentName, startedAt };
    await recordEvents(db, run, { events: [{ kind: "task", body }] });
  }
  const context = process.tasks
    .filter(({ id }) => task.contextTaskIds.includes(id))
    .map(({ id, name }) => ({ name, output: states.get(id)?.output ?? "" }));
  const request = await requestOf(process);
  const prompt = taskPrompt(task, { values: loaded.values, context, given: input.given, request });
  const talk = await talkOf(process, task, loaded, prompt);
  let answered = state && (await answerIn(work, { taskId: task.id }));
  for (let repaired = state?.repaired ?? false; ; repaired = true) {
    const told: Told =
      answered === undefined
        ? await converse({ ...talk, turn, resumed: work.resumed || repaired, oneMore: repaired })
        : { answer: writingOf(answered), text: answered.text, full: false };
    answered = undefined;
    if ("pause" in told || "cut" in told) return told;
    const output = await orKept(work, task, told.answer, async () => {
      const checked = await checkedOutput(task, told.text, work.signal);
      if (!("problem" in checked)) await finish(process, task, told.answer, checked, startedAt);
      return checked;
    });
    if (!("problem" in output)) return { output: output.text };
    const { problem } = output;
    const answer = { ...told.answer, preview: undefined, events: told.answer.events.map(asInner) };
    const failed = `Its output does not fit its schema, and did not when it was asked for again: ${problem}.`;
    const repair: NewEvent = { kind: "task", body: { state: "repair", taskId: task.id, problem } };
    await recordEvents(db, run, { ...answer, events: [...answer.events, ...(repaired ? [] : [repair])] });
    if (repaired) throw new StopRunError(failed);
  }
}

/** The cost of an answer that an earlier attempt has left is counted already. */
const writingOf = ({ text, events }: KnownAnswer): Writing => ({
  events,
  ...(events.some(({ body }) => !body.inner) && { preview: text }),
});

/**
 * Does what comes between an answer and its being written. Where the run is stopped meanwhile, the answer is written as it
 * stands; where its worker is, it is kept for whoever takes the run up.
 */
async function orKept<T>(
  { db, run, signal }: Work,
  { id }: TaskRow,
  answer: Writing,
  between: () => Promise<T>,
): Promise<T> {
  try {
    return await between();
  } catch (error) {
    if (error instanceof AnswerKeptError) throw error;
    if (signal.reason instanceof WorkerStopError) {
      const events = answer.events.map((event) => (event.kind === "message" ? answeredEvent(id, event) : event));
      // One that an earlier attempt has left stands in the log already.
      if (answer.spent) await recordEvents(db, run, { ...answer, preview: undefined, events });
    } else if (signal.aborted) await recordEvents(db, run, answer);
    throw error;
  }
}

/** The answer stands in the log, and nothing more can be done with it. */
class AnswerKeptError extends StopRunError {}

const asInner = (event: NewEvent): NewEvent =>
  event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event;

/** What the person wrote who began the run. */
async function requestOf({ work: { db, run } }: Process): Promise<string | undefined> {
  const rows = await eventsOf(db, run, ["message"]);
  const first = rows.map(({ body }) => body as { role: string; text: string; kickOff?: boolean });
  const said = first.find(({ role }) => role === "user");
  return said && !said.kickOff ? said.text : undefined;
}

async function toolsOf(process: Process, task: TaskRow): Promise<EngineTool[]> {
  const { work, plan, workers } = process;
  const { db, run } = work;
  const { teamId, principalId } = run;
  const others = plan.agentIds.filter((id) => id !== task.agentId).flatMap((id) => workers.get(id) ?? []);
  if (plan.process === "hierarchical") {
    const all = plan.agentIds.flatMap((id) => workers.get(id) ?? []);
    const delegate = delegateTool(process, task, all);
    if (!delegate) throw new StopRunError("There is no agent left that work could be given to. Choose one in the app.");
    return [delegate];
  }
  const agentId = task.agentId ?? "";
  const own = await toolsFor({ db, teamId, agentId, principalId, toolIds: task.toolIds });
  const delegate = workers.get(agentId)?.agent.allowDelegation ? delegateTool(process, task, others) : undefined;
  return delegate ? [...own, delegate] : own;
}

async function talkOf(process: Process, task: TaskRow, loaded: Loaded, prompt: string): Promise<Talk> {
  const { work, plan, passages, passed, halt, found } = process;
  const { db, run } = work;
  const part = { taskId: task.id };
  const tools = await toolsOf(process, task);
  const visible = plan.fullOutput || process.tasks.at(-1)?.id === task.id;
  const unseen = !visible || task.displayOnlyFinalOutput || task.structuredOutput !== null;
  const schema = task.structuredOutput;
  const formatted = schema && takeSchemas.has(loaded.model.type);
  return {
    ...{ work, loaded, tools, part, passages, passed, halt: halt.signal, resumed: work.resumed },
    quiet: unseen && found.session.visitorId !== null,
    ...(formatted && { format: { type: "json" as const, schema } }),
    shaped: (event, last) => (!visible || (!last && task.displayOnlyFinalOutput) ? asInner(event) : event),
    async history() {
      const repairs = schema !== null;
      const { events, cut } = await readPartHistory(db, run, part, { chars: historyChars(loaded), repairs });
      return historyOf(taskHistory(prompt, events, cut));
    },
  };
}

/** The task's output as a file. Where there can be none the task fails, and its answer, which is paid for, stays. */
async function fileOf({ work: { db, run, signal } }: Process, task: TaskRow, answer: Writing, text: string) {
  try {
    return await keepFile(task, run.sessionId, text, signal);
  } catch (error) {
    if (!isStorageTrouble(error) || signal.aborted) throw error;
    await recordEvents(db, run, answer);
    const why = isFullFailure(error) ? "the server's disk is full" : "the server's file storage failed";
    throw new AnswerKeptError(`Its output could not be stored as ${filenameOf(task)}, as ${why}. Try again later.`);
  }
}

/** The last step, the task's end and all that its output goes to, in one transaction. */
async function finish(
  process: Process,
  task: TaskRow,
  answer: Writing,
  { text, value }: { text: string; value?: unknown },
  startedAt: string,
): Promise<void> {
  const { db, run } = process.work;
  const kept = task.storeTaskOutput ? await fileOf(process, task, answer, text) : undefined;
  const [variable] = task.outputVariableId ? await findVariables(db, run.teamId, { ids: [task.outputVariableId] }) : [];
  const file = kept?.file;
  const events = answer.events.map((event) => {
    if (event.kind !== "message") return event;
    const parts = file ? [{ type: "file", ...file }] : [];
    return { ...event, body: { ...event.body, parts, ...(value !== undefined && { text: asCode(text) }) } };
  });
  const body = {
    ...{
      state: "finished",
      taskId: task.id,
      output: text,
      durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    },
    ...{ file: file ?? null, variable: variable && !variable.secret ? variable.name : null },
  };
  await recordEvents(db, run, {
    ...answer,
    events: [...events, { kind: "task", body }],
    async also(tx) {
      await kept?.also(tx);
      if (variable && !variable.secret) await setValues(tx, run.sessionId, { [variable.name]: text });
    },
  });
}

const asCode = (json: string): string => `\`\`\`json\n${json}\n\`\`\``;
