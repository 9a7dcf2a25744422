import type { Step } from "@/lib/contract/apps/flow";

const idOf = ({ taskId }: Step): string => taskId;

/** Removes what steps wait for unless it comes before them. */
const dropLater = (steps: readonly Step[]): Step[] =>
  steps.map((step, i) => ({ ...step, after: step.after.filter((id) => steps.slice(0, i).map(idOf).includes(id)) }));

/** Adds a task at the end; it waits for `after`. */
export const addStep = (steps: readonly Step[], taskId: string, after: string[]): Step[] => [
  ...steps,
  { kind: "task", taskId, after },
];

export const removeStep = (steps: readonly Step[], taskId: string): Step[] =>
  dropLater(steps.filter((step) => step.taskId !== taskId));

/** Moves a step before another one, or to the end. */
export function moveStep(steps: readonly Step[], taskId: string, before: string | undefined): Step[] {
  const moved = steps.filter((step) => step.taskId === taskId);
  const others = steps.filter((step) => step.taskId !== taskId);
  const at = others.findIndex((step) => step.taskId === before);
  return dropLater(at < 0 ? [...others, ...moved] : [...others.slice(0, at), ...moved, ...others.slice(at)]);
}

/** Moves a step by one position. */
export function shiftStep(steps: readonly Step[], taskId: string, by: 1 | -1): Step[] {
  const at = steps.findIndex((step) => step.taskId === taskId);
  if (!steps[at + by]) return [...steps];
  return moveStep(steps, taskId, steps[by === 1 ? at + 2 : at - 1]?.taskId);
}

/** Whether a step waits for another one, directly or through others. */
function waitsFor(steps: readonly Step[], taskId: string, other: string): boolean {
  const step = steps.find((one) => one.taskId === taskId);
  return step?.after.some((id) => id === other || waitsFor(steps, id, other)) ?? false;
}

/**
 * Lets a step wait for others, and moves it behind them if necessary. Returns the steps unchanged if one of the others waits for
 * it.
 */
export function setAfter(steps: readonly Step[], taskId: string, after: readonly string[]): readonly Step[] {
  if (after.some((id) => id === taskId || waitsFor(steps, id, taskId))) return steps;
  const changed = steps.map((step) => (step.taskId === taskId ? { ...step, after: [...after] } : step));
  const last = Math.max(-1, ...after.map((id) => steps.findIndex((step) => step.taskId === id)));
  if (last < steps.findIndex((step) => step.taskId === taskId)) return changed;
  const others = changed.filter((step) => step.taskId !== taskId);
  const moved = changed.filter((step) => step.taskId === taskId);
  const at = others.findIndex((step) => step.taskId === steps[last]?.taskId) + 1;
  return dropLater([...others.slice(0, at), ...moved, ...others.slice(at)]);
}

/** Groups steps by how many others they wait for in a row. `context`: what a task itself waits for. */
export function groupSteps(steps: readonly Step[], context: (taskId: string) => readonly string[]): Step[][] {
  const levelOf = new Map<string, number>();
  const levels: Step[][] = [];
  for (const step of steps) {
    const waited = [...step.after, ...context(step.taskId)];
    const level = Math.max(0, ...waited.map((id) => (levelOf.get(id) ?? -1) + 1));
    levelOf.set(step.taskId, level);
    levels[level] = [...(levels[level] ?? []), step];
  }
  return levels;
}
