import type { Step } from "@/lib/contract/apps/flow";
import { isIteration, listBody, toStepId } from "@/lib/contract/apps/steps";
import type { Process } from "./process";
import type { TaskState } from "./state";

type States = ReadonlyMap<string, TaskState>;

/** Whether a step has finished or is skipped. A step in an iteration is done when it is for each item. */
function isDone(process: Process, states: States, id: string): boolean {
  const ofItems = process.itemSteps.get(id);
  if (ofItems) return ofItems.every((one) => isDone(process, states, one));
  return states.get(id)?.state === "finished" || process.skipped.has(id);
}

/** The steps that can start, in order, besides those in `started`. */
export function findReady(process: Process, states: States, started: ReadonlySet<string>): Step[] {
  const open = findOpenItems(process, states);
  return process.steps.filter((step) => {
    const id = toStepId(step);
    const item = process.items.get(id);
    return (
      !started.has(id) &&
      !process.itemSteps.has(id) &&
      !isDone(process, states, id) &&
      (!item || open.get(item.iterationId)?.has(item.number)) &&
      listAwaited(process, states, step).every((one) => isDone(process, states, one))
    );
  });
}

/** What a step waits for. An iteration that has started waits for the steps of its items, so that it ends after them. */
function listAwaited({ steps, waitsFor }: Process, states: States, step: Step): string[] {
  const id = toStepId(step);
  const body = isIteration(step) && states.get(id)?.items ? listBody(steps, id).map(toStepId) : [];
  return [...(waitsFor.get(id) ?? []), ...body];
}

/** The numbers of the items that can be worked on, by the id of their iteration: the first ones that aren't finished. */
function findOpenItems(process: Process, states: States): ReadonlyMap<string, ReadonlySet<number>> {
  const { items, branches, serial } = process;
  const open = new Map<string, Set<number>>();
  for (const [id, { iterationId, number }] of items) {
    const limit = serial.has(iterationId) ? 1 : (branches.get(iterationId)?.concurrency ?? 1);
    const numbers = open.get(iterationId) ?? new Set();
    open.set(iterationId, numbers);
    const isFull = numbers.size >= limit && !numbers.has(number);
    if (!isFull && !isDone(process, states, id)) numbers.add(number);
  }
  return open;
}
