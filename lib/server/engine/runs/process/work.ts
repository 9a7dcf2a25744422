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
import { loadParts } from "./plan";
import type { Process } from "./process";
import { loadTaskStates, type TaskState } from "./state";
import { executeTask } from "./task";
import type { TaskRow } from "./tasks";

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
    passages: await Passages.loadForSession(db, run.sessionId),
    exemptBudgets: work.resumed ? await findExemptBudgets(db, run) : new Set(),
  };
  const states = work.resumed ? await loadTaskStates(db, run) : new Map<string, TaskState>();
  const { failure, pauses } = await runTasks(process, states);
  work.signal.throwIfAborted();
  if (failure) return failure;
  if (pauses.length > 0) return mergePauses(pauses);
  return { status: "completed", reason: null };
}

/** Runs until nothing can start and everything started has finished. */
async function runTasks(process: Process, states: Map<string, TaskState>) {
  const { work, tasks, waitsFor, halt } = process;
  const running = new Map<string, Promise<void>>();
  const startedIds = new Set<string>();
  const pauses: Pause[] = [];
  let failure: Ending | undefined;
  let unexpectedError: unknown;
  const isDone = (id: string) => states.get(id)?.state === "finished";
  const stop = () => {
    if (!halt.signal.aborted) halt.abort(new ProcessHaltedError("Another task in the process failed."));
  };
  const startTask = async (task: TaskRow): Promise<void> => {
    try {
      const outcome = await runTask(process, task, states);
      if ("pause" in outcome) pauses.push(outcome.pause);
      else if ("output" in outcome) {
        const { startedAt = "" } = states.get(task.id) ?? {};
        states.set(task.id, { state: "finished", startedAt, output: outcome.output, repaired: false });
      } else {
        if (!halt.signal.aborted) failure = outcome.failed;
        stop();
      }
    } catch (error) {
      unexpectedError ??= error;
      stop();
    } finally {
      running.delete(task.id);
    }
  };
  for (;;) {
    const canContinue = !halt.signal.aborted && !work.signal.aborted;
    const ready = tasks.filter(
      ({ id }) => !startedIds.has(id) && !isDone(id) && [...(waitsFor.get(id) ?? [])].every(isDone),
    );
    for (const task of canContinue ? ready.slice(0, maxConcurrentTasks - running.size) : []) {
      startedIds.add(task.id);
      running.set(task.id, startTask(task));
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  if (unexpectedError) throw unexpectedError;
  return { failure, pauses };
}

type Outcome = { output: string } | { pause: Pause } | { failed: Ending };

/** A user-facing failure ends the process and names the task; all others are thrown. */
async function runTask(process: Process, task: TaskRow, states: ReadonlyMap<string, TaskState>): Promise<Outcome> {
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
    return toFailure(task, outcome.cut);
  } catch (error) {
    if (signal.aborted || !hasUserMessage(error)) throw error;
    return toFailure(task, toEnding(error, toEndingContext(work, secrets)));
  } finally {
    lock.close();
  }
}

/** The process fails with the kind of the task's error. */
function toFailure({ id: taskId, name }: TaskRow, { reason, errorType }: Ending): { failed: Ending } {
  const why = reason ?? "It was interrupted.";
  const body: TaskBody = { state: "failed", taskId, error: why };
  const failed: Ending = {
    status: "error",
    reason: `The task “${name}” failed. ${why}`,
    events: [{ kind: "task", body }],
  };
  return { failed: { ...failed, ...(errorType && { errorType }) } };
}
