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

/** The steps that a step waits for, directly or through others. Steps are in order, so one pass finds all. */
function findAwaited(steps: readonly Step[], taskId: string): ReadonlySet<string> {
  const found = new Set([taskId]);
  for (const step of steps.toReversed()) if (found.has(step.taskId)) for (const id of step.after) found.add(id);
  return found;
}

/** Lets a step wait for others, and moves it behind them. Those that waited for it no longer do. */
export function setAfter(steps: readonly Step[], taskId: string, after: readonly string[]): Step[] {
  const others = after.filter((id) => id !== taskId);
  const isCircle = others.some((id) => findAwaited(steps, id).has(taskId));
  const changed = steps.map((step) =>
    step.taskId === taskId
      ? { ...step, after: others }
      : { ...step, after: isCircle ? step.after.filter((id) => id !== taskId) : step.after },
  );
  const last = Math.max(-1, ...others.map((id) => steps.findIndex((step) => step.taskId === id)));
  const behind = steps.slice(last + 1).find((step) => step.taskId !== taskId);
  return last < steps.findIndex((step) => step.taskId === taskId) ? changed : moveStep(changed, taskId, behind?.taskId);
}
