import type { TaskBody } from "@/lib/contract/session-events/tasks";
import type { ModelCallLock } from "../lease/model-call-lock";
import type { NewEvent } from "../log/events";
import { type AgentLoopResult, runAgentLoop } from "../loop/agent-loop";
import { type Ending, recordEvents } from "../outcome/finish";
import type { Pause } from "../steps/ending";
import { StopRunError } from "../steps/step";
import { findChosen } from "./branches/classify";
import { loadFormInput } from "./form";
import { checkOutput } from "./output";
import { loadTaskAgent, type Process } from "./process";
import { taskPrompt } from "./prompt";
import { findAnswer, type TaskState } from "./state";
import { buildLoopInput, listContext, markInner } from "./task-input";
import { finishTask, storeAnswerOnFailure, toRunWriting } from "./task-output";
import type { ProcessTask } from "./tasks";

type TaskOutcome = { output: string; taken?: string | undefined } | { pause: Pause } | { cut: Ending };

/** Executes one task until its output, a request, or truncation. Throws on failure. */
export async function executeTask(
  process: Process,
  task: ProcessTask,
  state: TaskState | undefined,
  states: ReadonlyMap<string, TaskState>,
  lock: ModelCallLock,
): Promise<TaskOutcome> {
  const { work } = process;
  const { db, run } = work;
  const branch = process.branches.get(task.id);
  const input = await loadFormInput(process, task);
  if ("pause" in input) return input;
  const loaded = await loadTaskAgent(process, task);
  const startedAt = state?.startedAt ?? new Date().toISOString();
  if (!state) {
    const { id: agentId, name: agentName } = loaded.agent;
    const body: TaskBody = { state: "started", taskId: task.id, name: task.name, agentId, agentName, startedAt };
    await recordEvents(db, run, { events: [{ kind: "task", body }] });
  }
  const prompt = taskPrompt(task, {
    values: loaded.values,
    item: process.items.get(task.id),
    context: listContext(process, task, states),
    given: input.given,
    request: process.request,
  });
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
      const usable = "problem" in checked && repaired && branch ? { text: result.text } : checked;
      if ("problem" in usable) return usable;
      const taken = branch && findChosen(branch, usable.value);
      await finishTask(process, task, { ...result.answer, startedAt, taken }, usable);
      return { ...usable, taken: taken?.id };
    });
    if (!("problem" in output)) return { output: output.text, taken: output.taken };
    const { problem } = output;
    const answer = { ...result.answer, preview: undefined, events: result.answer.events.map(markInner) };
    const failed = `The output was rejected twice (${problem}).`;
    const repair: NewEvent = { kind: "task", body: { state: "repair", taskId: task.id, problem } };
    await recordEvents(db, run, { ...answer, events: [...answer.events, ...(repaired ? [] : [repair])] });
    if (repaired) throw new StopRunError(failed);
  }
}
