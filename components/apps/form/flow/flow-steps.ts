import type { z } from "zod";
import { completeRules } from "@/components/shared/input-requests/rules";
import type { conditionSchema, Within } from "@/lib/contract/apps/branch";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import {
  findIteration,
  isIteration,
  listBody,
  listCases,
  listEarlier,
  listSourceTasks,
  toStepId,
} from "@/lib/contract/apps/steps";
import type { AppValues } from "../app-form";

type StepInput = NonNullable<AppValues["flow"]>["steps"][number];

const completeCondition = <C extends z.input<typeof conditionSchema>>({
  operator = "equals",
  value = "",
  ...own
}: C) => ({
  ...own,
  operator,
  value,
});

/** A step of the form with the defaults of what it leaves out. */
export function completeStep(step: StepInput): Step {
  const placed = { after: step.after ?? [], within: step.within ?? null };
  if (step.kind === "task") return { ...step, ...placed };
  const { sourceTaskId = null, field = "", variable = "", modelId = null, instructions = "" } = step;
  const cases = step.cases.map(({ description = "", conditions, ...own }) => ({
    ...completeCondition(own),
    description,
    ...(conditions && { conditions: conditions.map(completeCondition) }),
  }));
  const { defaultName = "Otherwise", asks, ...own } = step;
  const rules = asks && completeRules(asks);
  const complete = { ...own, ...placed, sourceTaskId, field, variable, modelId, instructions, cases, defaultName };
  return { ...complete, ...(rules && { asks: rules }) };
}

/** Removes what a step can't wait for, and its place in a branch unless that comes before it. */
const dropLater = (steps: readonly Step[]): Step[] =>
  steps.map((step, i) => {
    const earlier = steps.slice(0, i);
    const ids = listEarlier(steps, i).map(toStepId);
    const branch = earlier.find((one) => toStepId(one) === step.within?.branch);
    const allowed = branch?.kind === "branch" ? listCases(branch).map(({ id }) => id) : [];
    const cases = step.within?.cases.filter((id) => allowed.includes(id)) ?? [];
    const within = step.within && cases.length > 0 ? { ...step.within, cases } : null;
    return { ...step, after: step.after.filter((id) => ids.includes(id)), within };
  });

/** Adds a task at the end; it waits for `after`. */
export const addStep = (steps: readonly Step[], taskId: string, after: string[]): Step[] => [
  ...steps,
  { kind: "task", taskId, after, within: null },
];

/** An ID for a new branch. */
export function newBranchId(steps: readonly Step[]): string {
  const ids = steps.map(toStepId);
  let number = 1;
  while (ids.includes(`branch_${number}`)) number += 1;
  return `branch_${number}`;
}

/** Replaces a branch, or adds it at the end. Steps leave cases that are gone. */
export const saveBranch = (steps: readonly Step[], branch: BranchStep): Step[] =>
  dropLater(
    steps.some((step) => toStepId(step) === branch.id)
      ? steps.map((step) => (toStepId(step) === branch.id ? branch : step))
      : [...steps, branch],
  );

export const removeStep = (steps: readonly Step[], id: string): Step[] =>
  dropLater(steps.filter((step) => toStepId(step) !== id));

/** A step with those in its cases, and all others. */
function splitOff(steps: readonly Step[], id: string): { moved: Step[]; others: Step[] } {
  const inside = listBody(steps, id);
  const isMoved = (step: Step) => toStepId(step) === id || inside.includes(step);
  return { moved: steps.filter(isMoved), others: steps.filter((step) => !isMoved(step)) };
}

function insertBefore(others: readonly Step[], moved: readonly Step[], before: string | undefined): Step[] {
  const at = others.findIndex((step) => toStepId(step) === before);
  return dropLater(at < 0 ? [...others, ...moved] : [...others.slice(0, at), ...moved, ...others.slice(at)]);
}

/** Moves a step, with those in its cases, before another one, or to the end. */
export function moveStep(steps: readonly Step[], id: string, before: string | undefined): Step[] {
  const { moved, others } = splitOff(steps, id);
  return moved.some((step) => toStepId(step) === before) ? [...steps] : insertBefore(others, moved, before);
}

/** Moves a step by one position, with those in its cases. */
export function shiftStep(steps: readonly Step[], id: string, by: 1 | -1): Step[] {
  const { others } = splitOff(steps, id);
  const at = steps.findIndex((step) => toStepId(step) === id) + by;
  if (at < 0 || at > others.length) return [...steps];
  const before = others[at];
  return moveStep(steps, id, before && toStepId(before));
}

/** Whether a step, with those in its cases, is followed by another one. */
export const canMoveLater = (steps: readonly Step[], id: string): boolean =>
  steps.findIndex((step) => toStepId(step) === id) < splitOff(steps, id).others.length;

/** Moves a step behind others, if it is not. */
function moveBehind(steps: readonly Step[], id: string, others: readonly string[]): Step[] {
  const at = steps.findIndex((step) => toStepId(step) === id);
  const last = Math.max(-1, ...others.map((one) => steps.findIndex((step) => toStepId(step) === one)));
  if (last < at) return [...steps];
  const { others: rest } = splitOff(steps, id);
  const next = rest.find((step) => steps.indexOf(step) > last);
  return moveStep(steps, id, next && toStepId(next));
}

/** The tasks whose outputs a branch or iteration reads. */
const listSources = (step: Step): string[] => (step.kind === "branch" ? listSourceTasks(step) : []);

/** The steps that a step waits for. */
const listAwaited = (step: Step): string[] => [
  ...step.after,
  ...listSources(step),
  ...(step.within ? [step.within.branch] : []),
];

/** The steps that a step waits for, directly or through others. Steps are in order, so one pass finds all. */
function findAwaited(steps: readonly Step[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (const step of steps.toReversed())
    if (found.has(toStepId(step))) for (const one of listAwaited(step)) found.add(one);
  return found;
}

/** The steps that a step can wait for: it moves behind them, but not out of an iteration. */
export function listAwaitable(steps: readonly Step[], step: Step): Step[] {
  const { others } = splitOff(steps, toStepId(step));
  return listEarlier([...others, step], others.length);
}

/** Whether a step can be in a branch or iteration. An iteration can't be in another one. */
export function canBeWithin(steps: readonly Step[], step: Step, branch: BranchStep): boolean {
  const hasIteration = splitOff(steps, toStepId(step)).moved.some(isIteration);
  return step !== branch && !(hasIteration && (isIteration(branch) || findIteration(steps, branch)));
}

/** Lets a step wait for others, and moves it behind them. Those that waited for it no longer do. */
export function setAfter(steps: readonly Step[], id: string, after: readonly string[]): Step[] {
  const others = after.filter((one) => one !== id);
  const isCircle = others.some((one) => findAwaited(steps, one).has(id));
  const changed = steps.map((step) =>
    toStepId(step) === id
      ? { ...step, after: others }
      : { ...step, after: isCircle ? step.after.filter((one) => one !== id) : step.after },
  );
  return moveBehind(changed, id, others);
}

/** Moves a branch before a step, unless it waits for that step or a later one. */
function moveAhead(steps: readonly Step[], branchId: string, id: string): readonly Step[] {
  const earlier = steps
    .slice(
      0,
      steps.findIndex((step) => toStepId(step) === id),
    )
    .map(toStepId);
  const [branch] = steps.filter((step) => toStepId(step) === branchId);
  if (!branch || earlier.includes(branchId) || !listAwaited(branch).every((one) => earlier.includes(one))) return steps;
  return insertBefore(
    steps.filter((step) => step !== branch),
    [branch],
    id,
  );
}

/** Lets a step run in cases of a branch only, which moves before it, or behind which it moves; null: always. */
export function setWithin(steps: readonly Step[], id: string, within: Within | null): Step[] {
  const isCircle = within !== null && findAwaited(steps, within.branch).has(id);
  const freed = steps.map((step) => {
    if (!isCircle || toStepId(step) !== within.branch) return step;
    const own = { after: step.after.filter((one) => one !== id), within: null };
    return step.kind === "branch" && step.sourceTaskId === id
      ? { ...step, ...own, sourceTaskId: null }
      : { ...step, ...own };
  });
  const placed = within ? moveAhead(freed, within.branch, id) : freed;
  const changed = placed.map((step) => (toStepId(step) === id ? { ...step, within } : step));
  if (!within) return dropLater(changed);
  const others = placed.filter((step) => step.within?.branch === within.branch).map(toStepId);
  const at = (one: string) => changed.findIndex((step) => toStepId(step) === one);
  return at(within.branch) < at(id) ? dropLater(changed) : moveBehind(changed, id, [within.branch, ...others]);
}
