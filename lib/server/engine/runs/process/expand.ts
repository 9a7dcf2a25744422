import type { Case, Condition } from "@/lib/contract/apps/branch";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { listBody, toStepId } from "@/lib/contract/apps/steps";
import { toItemId, toItemName } from "@/lib/contract/session-events/item-id";
import type { Item } from "./branches/items";
import type { ProcessTask } from "./tasks";

/** The parts of a process that grow when the list of an iteration is known. */
export interface Expandable {
  /** Also those of each item. */
  steps: readonly Step[];
  tasks: readonly ProcessTask[];
  branches: ReadonlyMap<string, BranchStep>;
  waitsFor: ReadonlyMap<string, ReadonlySet<string>>;
  lastTaskIds: ReadonlySet<string>;
  /** By the id of a step of one item. */
  items: ReadonlyMap<string, Item>;
  /** By the id of a step in an iteration: the ids of the steps of its items, in order. */
  itemSteps: ReadonlyMap<string, readonly string[]>;
}

const toFilename = (name: string, number: number): string =>
  /\.[A-Za-z0-9]{1,10}$/.test(name) ? name.replace(/(?=\.[^.]*$)/, `-${number}`) : `${name}-${number}`;

/**
 * Adds the steps of each item of an iteration: copies of those in it, with the number of the item in their ids and names. They
 * wait for each other as the originals do, and for steps outside.
 */
export function expandIteration<P extends Expandable>(process: P, iteration: BranchStep, texts: readonly string[]): P {
  const body = listBody(process.steps, iteration.id);
  const bodyIds = new Set(body.map(toStepId));
  const steps = [...process.steps];
  const tasks = [...process.tasks];
  const byId = new Map(process.tasks.map((task) => [task.id, task]));
  const branches = new Map(process.branches);
  const waitsFor = new Map(process.waitsFor);
  const lastTaskIds = new Set(process.lastTaskIds);
  const items = new Map(process.items);
  const itemSteps = new Map(process.itemSteps);
  for (const id of bodyIds)
    itemSteps.set(
      id,
      texts.map((_text, i) => toItemId(id, i + 1)),
    );
  for (const [i, text] of texts.entries()) {
    const number = i + 1;
    const ownIds = new Map([...bodyIds].map((id) => [id, toItemId(id, number)]));
    const move = (id: string) => ownIds.get(id) ?? id;
    for (const step of body) {
      const id = toStepId(step);
      const own = move(id);
      const after = step.after.map(move);
      const within = step.within && { ...step.within, branch: move(step.within.branch) };
      items.set(own, { iterationId: iteration.id, number, count: texts.length, text });
      waitsFor.set(own, new Set([...(waitsFor.get(id) ?? [])].filter((one) => one !== iteration.id).map(move)));
      if (lastTaskIds.has(id)) lastTaskIds.add(own);
      if (step.kind === "branch") {
        const sourceTaskId = step.sourceTaskId && move(step.sourceTaskId);
        const name = toItemName(step.name, number);
        const cases = step.cases.map((one) => moveCase(one, move));
        const branch: BranchStep = { ...step, id: own, name, after, within, sourceTaskId, cases };
        branches.set(own, branch);
        steps.push(branch);
      } else {
        steps.push({ ...step, taskId: own, after, within });
        const task = byId.get(id);
        if (task) tasks.push(toItemTask(task, own, number, move));
      }
    }
  }
  return { ...process, steps, tasks, branches, waitsFor, lastTaskIds, items, itemSteps };
}

const moveSource = <C extends Condition>(one: C, move: (id: string) => string): C =>
  one.sourceTaskId ? { ...one, sourceTaskId: move(one.sourceTaskId) } : one;

function moveCase(one: Case, move: (id: string) => string): Case {
  const { conditions } = one;
  const moved = moveSource(one, move);
  return conditions ? { ...moved, conditions: conditions.map((condition) => moveSource(condition, move)) } : moved;
}

const toItemTask = (task: ProcessTask, id: string, number: number, move: (id: string) => string): ProcessTask => ({
  ...task,
  id,
  name: toItemName(task.name, number),
  contextTaskIds: task.contextTaskIds.map(move),
  taskOutputFileName: task.taskOutputFileName && toFilename(task.taskOutputFileName, number),
});
