import type { TaskRow } from "../../tasks/service";
import { passedBudgets } from "../budget-guard";
import { endingOf, isForUser, joined, type Pause } from "../ending";
import { type Ending, recordCost, recordEvents } from "../finish";
import { LeaseLostError, WorkerStopError } from "../lease";
import type { findRun } from "../load";
import { ModelTurn } from "../model-turn";
import { Passages } from "../passages";
import { StopRunError } from "../step";
import { endedOf, type Work } from "../work";
import { partsOf } from "./plan";
import type { Process } from "./process";
import { statesOf, type TaskState } from "./state";
import { workTask } from "./task";

/** A process may take so many times as long as a chat's answer. */
export const processWallTimes = 4;
const atOnceMost = 8;

/** Another task has failed: what is still thought about here is of no use. */
class HaltError extends StopRunError {}

/**
 * Works a process: each task as soon as those that it waits for are done. A task that waits for a person holds up none but
 * those that wait for it; one that fails ends the process.
 */
export async function workProcess(
  work: Work,
  found: Awaited<ReturnType<typeof findRun>>,
  secrets: string[],
): Promise<Ending | Pause> {
  const { db, run } = work;
  const process: Process = {
    ...(await partsOf(work, found.session)),
    ...{ work, found, secrets, halt: new AbortController() },
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

/** Until nothing more can begin and everything that has begun has come to its end. */
async function workAll(process: Process, states: Map<string, TaskState>) {
  const { work, tasks, waitsFor, halt } = process;
  const under = new Map<string, Promise<void>>();
  const begun = new Set<string>();
  const pauses: Pause[] = [];
  let failure: Ending | undefined;
  let broken: unknown;
  const isDone = (id: string) => states.get(id)?.state === "finished";
  const stop = () => {
    if (!halt.signal.aborted) halt.abort(new HaltError("Another task of the process failed."));
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
    for (const task of goesOn ? ready.slice(0, atOnceMost - under.size) : []) {
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

/** A failure that a user can understand ends the process by name of the task; all others are thrown. */
async function oneTask(process: Process, task: TaskRow, states: ReadonlyMap<string, TaskState>): Promise<Outcome> {
  const { work, secrets } = process;
  const { db, run, signal } = work;
  const turn = new ModelTurn(run);
  try {
    const outcome = await workTask(process, task, states.get(task.id), states, turn);
    if (!("cut" in outcome)) return outcome;
    const { reason, events = [], spent } = outcome.cut;
    if (signal.reason instanceof WorkerStopError) await recordCost(db, run, outcome.cut);
    // What was written so far stays, unless the run is somebody else's by now.
    if (!(signal.reason instanceof LeaseLostError)) await recordEvents(db, run, { events, ...(spent && { spent }) });
    signal.throwIfAborted();
    return failed(task, reason);
  } catch (error) {
    if (signal.aborted || !isForUser(error)) throw error;
    return failed(task, endingOf(error, endedOf(work, secrets)).reason);
  } finally {
    turn.close();
  }
}

function failed({ id: taskId, name }: TaskRow, reason: string | null): { failed: Ending } {
  const why = reason ?? "It was interrupted.";
  const body = { state: "failed", taskId, error: why };
  return {
    failed: { status: "error", reason: `The task ${name} failed: ${why}`, events: [{ kind: "task", body }] },
  };
}
