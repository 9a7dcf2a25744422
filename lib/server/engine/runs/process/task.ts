import type { MessagePart } from "@/lib/contract/session-events/messages";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { isFullFailure, isStorageFailure } from "../../../platform/disk/disk";
import { findVariables } from "../../variables/variables";
import { loadEvents } from "../calls/open-calls";
import { type EngineTool, loadTools } from "../calls/tools";
import { buildHistory } from "../context/history";
import type { LoadedAgent } from "../context/load";
import { readPartHistory } from "../context/read-history";
import { WorkerStopError } from "../lease/lease";
import type { ModelCallLock } from "../lease/model-call-lock";
import type { Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import { type AgentLoopInput, type AgentLoopResult, runAgentLoop } from "../loop/agent-loop";
import { type Ending, type RunWriting, recordEvents } from "../outcome/finish";
import type { Pause } from "../steps/ending";
import { computeHistoryChars, StopRunError } from "../steps/step";
import { createDelegateTool } from "./delegate";
import { loadFormInput } from "./form";
import { checkOutput, setSessionValues, storeOutputFile, toFilename } from "./output";
import { loadTaskAgent, type Process } from "./process";
import { taskHistory, taskPrompt } from "./prompt";
import { answeredEvent, findAnswer, type StoredAnswer, type TaskState } from "./state";
import type { TaskRow } from "./tasks";

type TaskOutcome = { output: string } | { pause: Pause } | { cut: Ending };

/** Providers that support any JSON Schema; others receive it in the prompt. */
const schemaProviders = new Set(["demo", "ollama"]);

/** Executes one task until its output, a request, or truncation. Throws on failure. */
export async function executeTask(
  process: Process,
  task: TaskRow,
  state: TaskState | undefined,
  states: ReadonlyMap<string, TaskState>,
  lock: ModelCallLock,
): Promise<TaskOutcome> {
  const { work } = process;
  const { db, run } = work;
  const input = await loadFormInput(work, task);
  if ("pause" in input) return input;
  const loaded = await loadTaskAgent(process, task);
  const startedAt = state?.startedAt ?? new Date().toISOString();
  if (!state) {
    const { id: agentId, name: agentName } = loaded.agent;
    const body: TaskBody = { state: "started", taskId: task.id, name: task.name, agentId, agentName, startedAt };
    await recordEvents(db, run, { events: [{ kind: "task", body }] });
  }
  const context = process.tasks
    .filter(({ id }) => task.contextTaskIds.includes(id))
    .map(({ id, name }) => ({ name, output: states.get(id)?.output ?? "" }));
  const request = await findRequest(process);
  const prompt = taskPrompt(task, { values: loaded.values, context, given: input.given, request });
  const loopInput = await buildLoopInput(process, task, loaded, prompt);
  let storedAnswer = state && (await findAnswer(work, { taskId: task.id }));
  for (let repaired = state?.repaired ?? false; ; repaired = true) {
    const result: AgentLoopResult =
      storedAnswer === undefined
        ? await runAgentLoop({ ...loopInput, lock, resumed: work.resumed || repaired, extraStep: repaired })
        : { answer: toRunWriting(storedAnswer), text: storedAnswer.text, full: false };
    storedAnswer = undefined;
    if ("pause" in result || "cut" in result) return result;
    const output = await storeAnswerOnFailure(work, task, result.answer, async () => {
      const checked = await checkOutput(task, result.text, work.signal);
      if (!("problem" in checked)) await finishTask(process, task, result.answer, checked, startedAt);
      return checked;
    });
    if (!("problem" in output)) return { output: output.text };
    const { problem } = output;
    const answer = { ...result.answer, preview: undefined, events: result.answer.events.map(markInner) };
    const failed = `Its output does not fit its schema, and did not when it was asked for again: ${problem}.`;
    const repair: NewEvent = { kind: "task", body: { state: "repair", taskId: task.id, problem } };
    await recordEvents(db, run, { ...answer, events: [...answer.events, ...(repaired ? [] : [repair])] });
    if (repaired) throw new StopRunError(failed);
  }
}

/** The cost of an earlier attempt's response has already been counted. */
const toRunWriting = ({ text, events }: StoredAnswer): RunWriting => ({
  events,
  ...(events.some(({ kind, body }) => kind === "message" && !body.inner) && { preview: text }),
});

/**
 * Runs work between a response and its recording. If the run is cancelled meanwhile, the response is recorded unchanged; if its
 * worker stops, it is stored for the next attempt.
 */
async function storeAnswerOnFailure<T>(
  { db, run, signal }: Work,
  { id }: TaskRow,
  answer: RunWriting,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
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

const markInner = (event: NewEvent): NewEvent =>
  event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event;

/** The message that started the run. */
async function findRequest({ work: { db, run } }: Process): Promise<string | undefined> {
  const sent = (await loadEvents(db, run, ["message"])).flatMap(({ kind, body }) => (kind === "message" ? [body] : []));
  const message = sent.find(({ role }) => role === "user");
  return message && !message.kickOff ? message.text : undefined;
}

async function loadTaskTools(process: Process, task: TaskRow): Promise<EngineTool[]> {
  const { work, plan, workers } = process;
  const { db, run } = work;
  const { teamId, principalId } = run;
  const others = plan.agentIds.filter((id) => id !== task.agentId).flatMap((id) => workers.get(id) ?? []);
  if (plan.process === "hierarchical") {
    const all = plan.agentIds.flatMap((id) => workers.get(id) ?? []);
    const delegate = createDelegateTool(process, task, all);
    if (!delegate) throw new StopRunError("There is no agent left that work could be given to. Choose one in the app.");
    return [delegate];
  }
  const agentId = task.agentId ?? "";
  const taskTools = await loadTools({ db, teamId, agentId, principalId, toolIds: task.toolIds });
  const delegate = workers.get(agentId)?.agent.allowDelegation ? createDelegateTool(process, task, others) : undefined;
  return delegate ? [...taskTools, delegate] : taskTools;
}

async function buildLoopInput(
  process: Process,
  task: TaskRow,
  loaded: LoadedAgent,
  prompt: string,
): Promise<AgentLoopInput> {
  const { work, plan, passages, exemptBudgets, halt, runContext } = process;
  const { db, run } = work;
  const part = { taskId: task.id };
  const tools = await loadTaskTools(process, task);
  const visible = plan.fullOutput || process.tasks.at(-1)?.id === task.id;
  const isHidden = !visible || task.displayOnlyFinalOutput || task.structuredOutput !== null;
  const schema = task.structuredOutput;
  const formatted = schema && schemaProviders.has(loaded.model.type);
  return {
    work,
    loaded,
    tools,
    part,
    passages,
    exemptBudgets,
    halt: halt.signal,
    resumed: work.resumed,
    quiet: isHidden && runContext.session.visitorId !== null,
    ...(formatted && { format: { type: "json" as const, schema } }),
    mapEvent: (event, last) => (!visible || (!last && task.displayOnlyFinalOutput) ? markInner(event) : event),
    async history() {
      const repairs = schema !== null;
      const { events, truncated } = await readPartHistory(db, run, part, {
        chars: computeHistoryChars(loaded),
        repairs,
      });
      return buildHistory(taskHistory(prompt, events, truncated));
    },
  };
}

/** Stores the output as a file. If that fails, the task fails, but its response, which is paid for, remains. */
async function storeFile({ work: { db, run, signal } }: Process, task: TaskRow, answer: RunWriting, text: string) {
  try {
    return await storeOutputFile(task, run.sessionId, text, signal);
  } catch (error) {
    if (!isStorageFailure(error) || signal.aborted) throw error;
    await recordEvents(db, run, answer);
    const why = isFullFailure(error) ? "the server's disk is full" : "the server's file storage failed";
    throw new AnswerStoredError(`Its output could not be stored as ${toFilename(task)}, as ${why}. Try again later.`);
  }
}

/** Records the last step, the task's end and all uses of its output in one transaction. */
async function finishTask(
  process: Process,
  task: TaskRow,
  answer: RunWriting,
  { text, value }: { text: string; value?: unknown },
  startedAt: string,
): Promise<void> {
  const { db, run } = process.work;
  const stored = task.storeTaskOutput ? await storeFile(process, task, answer, text) : undefined;
  const [variable] = task.outputVariableId ? await findVariables(db, run.teamId, { ids: [task.outputVariableId] }) : [];
  const file = stored?.file;
  const events = answer.events.map((event): NewEvent => {
    if (event.kind !== "message") return event;
    const parts: MessagePart[] = file ? [{ type: "file", ...file }] : [];
    return { ...event, body: { ...event.body, parts, ...(value !== undefined && { text: toCodeBlock(text) }) } };
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
      await stored?.also(tx);
      if (variable && !variable.secret) await setSessionValues(tx, run.sessionId, { [variable.name]: text });
    },
  });
}

const toCodeBlock = (json: string): string => `\`\`\`json\n${json}\n\`\`\``;
