import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { isIteration, toStepId } from "@/lib/contract/apps/steps";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import type { findRun } from "../context/load";
import { LeaseLostError, WorkerStopError } from "../lease/lease";
import { ModelCallLock } from "../lease/model-call-lock";
import { toEndingContext, type Work } from "../lease/work";
import { Passages } from "../log/passages";
import { type Ending, recordCost, recordEvents } from "../outcome/finish";
import { findExemptBudgets } from "../steps/budget-guard";
import { hasUserMessage, mergePauses, type Pause, toEnding } from "../steps/ending";
import { StopRunError } from "../steps/step";
import { toClassification } from "./branches/classify";
import { findSkipped } from "./branches/skipped";
import { decideByValue, finishIteration, startIteration } from "./decide";
import { decideByPerson } from "./decide-by-person";
import { expandIteration } from "./expand";
import { loadParts } from "./plan";
import type { Process } from "./process";
import { findReady } from "./schedule";
import { loadTaskStates, startedItems, type TaskState } from "./state";
import { executeTask } from "./task";
import { findRequest } from "./task-input";
import type { ProcessTask } from "./tasks";

/** A process's time limit, in multiples of a chat's. */
export const processTimeFactor = 4;
const maxConcurrentTasks = 8;

/** Another task has failed: model calls here are no longer useful. */
class ProcessHaltedError extends StopRunError {}

/**
 * Executes a process: each task as soon as its dependencies are done. A task that waits for a person blocks only its
 * dependents; a failed one ends the process.
 */
export async function runProcess(
  work: Work,
  runContext: Awaited<ReturnType<typeof findRun>>,
  secrets: string[],
): Promise<Ending | Pause> {
  const { db, run } = work;
  const process: Process = {
    ...(await loadParts(work, runContext.session)),
    work,
    runContext,
    secrets,
    halt: new AbortController(),
    request: await findRequest(work),
    skipped: new Set(),
    items: new Map(),
    itemSteps: new Map(),
    passages: await Passages.loadForSession(db, run.sessionId),
    exemptBudgets: work.resumed ? await findExemptBudgets(db, run) : new Set(),
  };
  const states = work.resumed ? await loadTaskStates(db, run) : new Map<string, TaskState>();
  for (const iteration of process.steps.filter(isIteration)) {
    const { items } = states.get(iteration.id) ?? {};
    if (items) Object.assign(process, expandIteration(process, iteration, items));
  }
  const { failure, pauses } = await runTasks(process, states);
  work.signal.throwIfAborted();
  if (failure) return failure;
  if (pauses.length > 0) return mergePauses(pauses);
  return { status: "completed", reason: null };
}

/** Runs until nothing can start and everything started has finished. */
async function runTasks(process: Process, states: Map<string, TaskState>) {
  const { work, halt } = process;
  const running = new Map<string, Promise<void>>();
  const startedIds = new Set<string>();
  const pauses: Pause[] = [];
  let failure: Ending | undefined;
  let unexpectedError: unknown;
  const stop = () => {
    if (!halt.signal.aborted) halt.abort(new ProcessHaltedError("Another task in the process failed."));
  };
  const startStep = async (step: Step): Promise<void> => {
    const id = toStepId(step);
    try {
      const outcome = await runStep(process, step, states);
      if ("pause" in outcome) pauses.push(outcome.pause);
      else if ("iteration" in outcome) {
        const { iteration, items, startedAt } = outcome;
        states.set(id, startedItems(items, startedAt));
        Object.assign(process, expandIteration(process, iteration, items));
        // It starts again to end after its items.
        startedIds.delete(id);
      } else if ("output" in outcome) {
        const { startedAt = "" } = states.get(id) ?? {};
        const { output, taken } = outcome;
        states.set(id, { state: "finished", startedAt, output, repaired: false, taken });
      } else {
        if (!halt.signal.aborted) failure = outcome.failed;
        stop();
      }
    } catch (error) {
      unexpectedError ??= error;
      stop();
    } finally {
      running.delete(id);
    }
  };
  for (;;) {
    const canContinue = !halt.signal.aborted && !work.signal.aborted;
    process.skipped = findSkipped(process.steps, states);
    const ready = canContinue ? findReady(process, states, startedIds) : [];
    for (const step of ready.slice(0, maxConcurrentTasks - running.size)) {
      startedIds.add(toStepId(step));
      running.set(toStepId(step), startStep(step));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (unexpectedError) throw unexpectedError;
  return { failure, pauses };
}

type Outcome =
  | { output: string; taken?: string | undefined }
  | { iteration: BranchStep; items: string[]; startedAt: string }
  | { pause: Pause }
  | { failed: Ending };

/** Runs a task, or lets a branch decide. */
async function runStep(process: Process, step: Step, states: ReadonlyMap<string, TaskState>): Promise<Outcome> {
  if (step.kind === "branch" && step.by !== "classification") return runBranch(process, step, states);
  const task =
    step.kind === "branch"
      ? toClassification(process.work.run.teamId, step, step.after)
      : process.tasks.find(({ id }) => id === step.taskId);
  if (!task) throw new Error("A step of a process has no task.");
  return runTask(process, task, states);
}

/** Lets a branch compare its value or a person decide; starts an iteration, or ends it after its items. */
async function runBranch(
  process: Process,
  branch: BranchStep,
  states: ReadonlyMap<string, TaskState>,
): Promise<Outcome> {
  const { work, secrets } = process;
  try {
    if (branch.by === "person") return await decideByPerson(process, branch);
    if (!isIteration(branch)) return await decideByValue(process, branch, states);
    if (states.has(branch.id)) return await finishIteration(process, branch, states);
    return { iteration: branch, ...(await startIteration(process, branch, states)) };
  } catch (error) {
    if (work.signal.aborted || !hasUserMessage(error)) throw error;
    return toFailure(process, branch, toEnding(error, toEndingContext(work, secrets)));
  }
}

/** A user-facing failure ends the process and names the task; all others are thrown. */
async function runTask(process: Process, task: ProcessTask, states: ReadonlyMap<string, TaskState>): Promise<Outcome> {
  const { work, secrets } = process;
  const { db, run, signal } = work;
  const lock = new ModelCallLock(run);
  try {
    const outcome = await executeTask(process, task, states.get(task.id), states, lock);
    if (!("cut" in outcome)) return outcome;
    const { events = [], spent } = outcome.cut;
    if (signal.reason instanceof WorkerStopError) await recordCost(db, run, outcome.cut);
    // Logged text remains, unless another worker has the run by now.
    if (!(signal.reason instanceof LeaseLostError)) await recordEvents(db, run, { events, ...(spent && { spent }) });
    signal.throwIfAborted();
    return toFailure(process, task, outcome.cut);
  } catch (error) {
    if (signal.aborted || !hasUserMessage(error)) throw error;
    return toFailure(process, task, toEnding(error, toEndingContext(work, secrets)));
  } finally {
    lock.close();
  }
}

/** The process fails with the kind of the error of its task or branch. */
function toFailure(
  { branches }: Process,
  { id: taskId, name }: Pick<ProcessTask, "id" | "name">,
  { reason, errorType }: Ending,
): { failed: Ending } {
  const why = reason ?? "It was interrupted.";
  const branch = branches.get(taskId);
  const noun = branch ? (isIteration(branch) ? "iteration" : "branch") : "task";
  const body: TaskBody = { state: "failed", taskId, error: why };
  const failed: Ending = {
    status: "error",
    reason: `The ${noun} “${name}” failed. ${why}`,
    events: [{ kind: "task", body }],
  };
  return { failed: { ...failed, ...(errorType && { errorType }) } };
}
