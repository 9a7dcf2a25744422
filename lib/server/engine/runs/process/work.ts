import type { TaskBody } from "@/lib/contract/session-events/tasks";
import type { findRun } from "../context/load";
import { LeaseLostError, WorkerStopError } from "../lease/lease";
import { ModelTurn } from "../lease/model-turn";
import { abortReason, type Work } from "../lease/work";
import { Passages } from "../log/passages";
import { type Ending, recordCost, recordEvents } from "../outcome/finish";
import { passedBudgets } from "../steps/budget-guard";
import { endingOf, isForUser, joined, type Pause } from "../steps/ending";
import { StopRunError } from "../steps/step";
import { partsOf } from "./plan";
import type { Process } from "./process";
import { statesOf, type TaskState } from "./state";
import { workTask } from "./task";
import type { TaskRow } from "./tasks";

/** A process's time limit, in multiples of a chat's. */
export const processWallTimes = 4;
const maxAtOnce = 8;

/** Another task has failed: model calls here are no longer useful. */
class ProcessHaltedError extends StopRunError {}

/**
 * Executes a process: each task as soon as its dependencies are done. A task that waits for a person blocks only its
 * dependents; a failed one ends the process.
 */
export async function workProcess(
  work: Work,
  found: Awaited<ReturnType<typeof findRun>>,
  secrets: string[],
): Promise<Ending | Pause> {
  const { db, run } = work;
  const process: Process = {
    ...(await partsOf(work, found.session)),
    work,
    found,
    secrets,
    halt: new AbortController(),
    passages: await Passages.ofSession(db, run.sessionId),
    passed: work.resumed ? await passedBudgets(db, run) : new Set(),
  };
  const states = work.resumed ? await statesOf(db, run) : new Map<string, TaskState>();
  const { failure, pauses } = await workAll(process, states);
  work.signal.throwIfAborted();
  if (failure) return failure;
  if (pauses.length > 0) return joined(pauses);
  return { status: "completed", reason: null };
}

/** Runs until nothing can start and everything started has finished. */
async function workAll(process: Process, states: Map<string, TaskState>) {
  const { work, tasks, waitsFor, halt } = process;
  const under = new Map<string, Promise<void>>();
  const begun = new Set<string>();
  const pauses: Pause[] = [];
  let failure: Ending | undefined;
  let broken: unknown;
  const isDone = (id: string) => states.get(id)?.state === "finished";
  const stop = () => {
    if (!halt.signal.aborted) halt.abort(new ProcessHaltedError("Another task of the process failed."));
  };
  const begin = async (task: TaskRow): Promise<void> => {
    try {
      const outcome = await oneTask(process, task, states);
      if ("pause" in outcome) pauses.push(outcome.pause);
      else if ("output" in outcome) {
        const { startedAt = "" } = states.get(task.id) ?? {};
        states.set(task.id, { state: "finished", startedAt, output: outcome.output, repaired: false });
      } else {
        if (!halt.signal.aborted) failure = outcome.failed;
        stop();
      }
    } catch (error) {
      broken ??= error;
      stop();
    } finally {
      under.delete(task.id);
    }
  };
  for (;;) {
    const goesOn = !halt.signal.aborted && !work.signal.aborted;
    const ready = tasks.filter(
      ({ id }) => !begun.has(id) && !isDone(id) && [...(waitsFor.get(id) ?? [])].every(isDone),
    );
    for (const task of goesOn ? ready.slice(0, maxAtOnce - under.size) : []) {
      begun.add(task.id);
      under.set(task.id, begin(task));
    }
    if (under.size === 0) break;
    await Promise.race(under.values());
  }
  if (broken) throw broken;
  return { failure, pauses };
}

type Outcome = { output: string } | { pause: Pause } | { failed: Ending };

/** A user-facing failure ends the process and names the task; all others are thrown. */
async function oneTask(process: Process, task: TaskRow, states: ReadonlyMap<string, TaskState>): Promise<Outcome> {
  const { work, secrets } = process;
  const { db, run, signal } = work;
  const turn = new ModelTurn(run);
  try {
    const outcome = await workTask(process, task, states.get(task.id), states, turn);
    if (!("cut" in outcome)) return outcome;
    const { reason, events = [], spent } = outcome.cut;
    if (signal.reason instanceof WorkerStopError) await recordCost(db, run, outcome.cut);
    // Logged text remains, unless another worker has the run by now.
    if (!(signal.reason instanceof LeaseLostError)) await recordEvents(db, run, { events, ...(spent && { spent }) });
    signal.throwIfAborted();
    return failed(task, reason);
  } catch (error) {
    if (signal.aborted || !isForUser(error)) throw error;
    return failed(task, endingOf(error, abortReason(work, secrets)).reason);
  } finally {
    turn.close();
  }
}

function failed({ id: taskId, name }: TaskRow, reason: string | null): { failed: Ending } {
  const why = reason ?? "It was interrupted.";
  const body: TaskBody = { state: "failed", taskId, error: why };
  return {
    failed: { status: "error", reason: `The task ${name} failed: ${why}`, events: [{ kind: "task", body }] },
  };
}
