import type { MessagePart } from "@/lib/contract/session-events/messages";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { isFullFailure, isStorageTrouble } from "../../../platform/disk/disk";
import { findVariables } from "../../variables/variables";
import { eventsOf } from "../calls/open-calls";
import { type EngineTool, toolsFor } from "../calls/tools";
import { historyOf } from "../context/history";
import type { Loaded } from "../context/load";
import { readPartHistory } from "../context/read-history";
import { WorkerStopError } from "../lease/lease";
import type { ModelTurn } from "../lease/model-turn";
import type { Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import { type AgentLoopInput, type AgentLoopResult, runAgentLoop } from "../loop/agent-loop";
import { type Ending, type RunWriting, recordEvents } from "../outcome/finish";
import type { Pause } from "../steps/ending";
import { historyChars, StopRunError } from "../steps/step";
import { delegateTool } from "./delegate";
import { inputFor } from "./form";
import { checkedOutput, filenameOf, setValues, storeOutputFile } from "./output";
import { type Process, speakerOf } from "./process";
import { taskHistory, taskPrompt } from "./prompt";
import { answeredEvent, answerIn, type KnownAnswer, type TaskState } from "./state";
import type { TaskRow } from "./tasks";

type TaskOutcome = { output: string } | { pause: Pause } | { cut: Ending };

/** Providers that support any JSON Schema; others receive it in the prompt. */
const takeSchemas = new Set(["demo", "ollama"]);

/** Executes one task until its output, a request, or truncation. Throws on failure. */
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
    const body: TaskBody = { state: "started", taskId: task.id, name: task.name, agentId, agentName, startedAt };
    await recordEvents(db, run, { events: [{ kind: "task", body }] });
  }
  const context = process.tasks
    .filter(({ id }) => task.contextTaskIds.includes(id))
    .map(({ id, name }) => ({ name, output: states.get(id)?.output ?? "" }));
  const request = await requestOf(process);
  const prompt = taskPrompt(task, { values: loaded.values, context, given: input.given, request });
  const talk = await agentLoopInput(process, task, loaded, prompt);
  let answered = state && (await answerIn(work, { taskId: task.id }));
  for (let repaired = state?.repaired ?? false; ; repaired = true) {
    const result: AgentLoopResult =
      answered === undefined
        ? await runAgentLoop({ ...talk, turn, resumed: work.resumed || repaired, oneMore: repaired })
        : { answer: writingOf(answered), text: answered.text, full: false };
    answered = undefined;
    if ("pause" in result || "cut" in result) return result;
    const output = await orStoredAnswer(work, task, result.answer, async () => {
      const checked = await checkedOutput(task, result.text, work.signal);
      if (!("problem" in checked)) await finish(process, task, result.answer, checked, startedAt);
      return checked;
    });
    if (!("problem" in output)) return { output: output.text };
    const { problem } = output;
    const answer = { ...result.answer, preview: undefined, events: result.answer.events.map(asInner) };
    const failed = `Its output does not fit its schema, and did not when it was asked for again: ${problem}.`;
    const repair: NewEvent = { kind: "task", body: { state: "repair", taskId: task.id, problem } };
    await recordEvents(db, run, { ...answer, events: [...answer.events, ...(repaired ? [] : [repair])] });
    if (repaired) throw new StopRunError(failed);
  }
}

/** The cost of an earlier attempt's response has already been counted. */
const writingOf = ({ text, events }: KnownAnswer): RunWriting => ({
  events,
  ...(events.some(({ kind, body }) => kind === "message" && !body.inner) && { preview: text }),
});

/**
 * Runs work between a response and its recording. If the run is cancelled meanwhile, the response is recorded unchanged; if its
 * worker stops, it is stored for the next attempt.
 */
async function orStoredAnswer<T>(
  { db, run, signal }: Work,
  { id }: TaskRow,
  answer: RunWriting,
  between: () => Promise<T>,
): Promise<T> {
  try {
    return await between();
  } catch (error) {
    if (error instanceof AnswerStoredError) throw error;
    if (signal.reason instanceof WorkerStopError) {
      const events = answer.events.map((event) => (event.kind === "message" ? answeredEvent(id, event) : event));
      // An earlier attempt's response is already logged.
      if (answer.spent) await recordEvents(db, run, { ...answer, preview: undefined, events });
    } else if (signal.aborted) await recordEvents(db, run, answer);
    throw error;
  }
}

/** The response is logged, and nothing more can be done with it. */
class AnswerStoredError extends StopRunError {}

const asInner = (event: NewEvent): NewEvent =>
  event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event;

/** The message that started the run. */
async function requestOf({ work: { db, run } }: Process): Promise<string | undefined> {
  const bodies = (await eventsOf(db, run, ["message"])).flatMap(({ kind, body }) => (kind === "message" ? [body] : []));
  const said = bodies.find(({ role }) => role === "user");
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

async function agentLoopInput(
  process: Process,
  task: TaskRow,
  loaded: Loaded,
  prompt: string,
): Promise<AgentLoopInput> {
  const { work, plan, passages, passed, halt, found } = process;
  const { db, run } = work;
  const part = { taskId: task.id };
  const tools = await toolsOf(process, task);
  const visible = plan.fullOutput || process.tasks.at(-1)?.id === task.id;
  const unseen = !visible || task.displayOnlyFinalOutput || task.structuredOutput !== null;
  const schema = task.structuredOutput;
  const formatted = schema && takeSchemas.has(loaded.model.type);
  return {
    work,
    loaded,
    tools,
    part,
    passages,
    passed,
    halt: halt.signal,
    resumed: work.resumed,
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

/** Stores the output as a file. If that fails, the task fails, but its response, which is paid for, remains. */
async function fileOf({ work: { db, run, signal } }: Process, task: TaskRow, answer: RunWriting, text: string) {
  try {
    return await storeOutputFile(task, run.sessionId, text, signal);
  } catch (error) {
    if (!isStorageTrouble(error) || signal.aborted) throw error;
    await recordEvents(db, run, answer);
    const why = isFullFailure(error) ? "the server's disk is full" : "the server's file storage failed";
    throw new AnswerStoredError(`Its output could not be stored as ${filenameOf(task)}, as ${why}. Try again later.`);
  }
}

/** Records the last step, the task's end and all uses of its output in one transaction. */
async function finish(
  process: Process,
  task: TaskRow,
  answer: RunWriting,
  { text, value }: { text: string; value?: unknown },
  startedAt: string,
): Promise<void> {
  const { db, run } = process.work;
  const kept = task.storeTaskOutput ? await fileOf(process, task, answer, text) : undefined;
  const [variable] = task.outputVariableId ? await findVariables(db, run.teamId, { ids: [task.outputVariableId] }) : [];
  const file = kept?.file;
  const events = answer.events.map((event): NewEvent => {
    if (event.kind !== "message") return event;
    const parts: MessagePart[] = file ? [{ type: "file", ...file }] : [];
    return { ...event, body: { ...event.body, parts, ...(value !== undefined && { text: asCode(text) }) } };
  });
  const body: TaskBody = {
    state: "finished",
    taskId: task.id,
    output: text,
    durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    file: file ?? null,
    variable: variable && !variable.secret ? variable.name : null,
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
