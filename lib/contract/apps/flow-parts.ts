import type { Branch, Within } from "./branch";
import type { AppDefinition } from "./definition";
import type { Flow, Step } from "./flow";
import { isBranchStep, isTaskStep, listCases, toStepId } from "./steps";

/** A flow as it is stored. */
export type FlowParts = Pick<AppDefinition, "taskIds" | "after" | "branches" | "within">;

/** What a step waits for. Ids are any text, such as `constructor`. */
export const listAfter = (after: FlowParts["after"], id: string): readonly string[] =>
  (Object.hasOwn(after, id) && after[id]) || [];

/**
 * The ids of all steps: each branch stands before the first step that belongs to it, and those to which none belongs stand at
 * the end.
 */
export function orderSteps({ taskIds, branches = [], within = {} }: FlowParts): string[] {
  const ids = [...taskIds];
  let end = ids.length;
  for (const { id } of branches.toReversed()) {
    const next = ids.findIndex((one) => within[one]?.branch === id);
    ids.splice(next < 0 ? end : next, 0, id);
    if (next >= 0 && next < end) end += 1;
  }
  return ids;
}

/** The place of a step, if its branch still has one of its cases. */
function findPlace(place: Within | undefined, earlier: readonly Branch[]): Within | null {
  const branch = place && earlier.find(({ id }) => id === place.branch);
  const cases = branch ? listCases(branch).filter(({ id }) => place.cases.includes(id)) : [];
  return branch && cases.length > 0 ? { branch: branch.id, cases: cases.map(({ id }) => id) } : null;
}

/** Without what steps wait for that is deleted or comes later. */
export function toFlow(parts: FlowParts): Flow {
  const { branches = [], after, within = {} } = parts;
  const ids = orderSteps(parts);
  const steps = ids.map((id, i): Step => {
    const earlier = ids.slice(0, i);
    const placed = {
      after: listAfter(after, id).filter((one) => earlier.includes(one)),
      within: findPlace(
        within[id],
        branches.filter((one) => earlier.includes(one.id)),
      ),
    };
    const branch = branches.find((one) => one.id === id);
    return branch ? { ...branch, kind: "branch", ...placed } : { kind: "task", taskId: id, ...placed };
  });
  return { steps };
}

/** Without the branches and places of a process that has none. Branches are in the order in which they are read again. */
export function fromFlow({ steps }: Flow): FlowParts {
  const found = steps.filter(isBranchStep).map(({ kind: _kind, after: _after, within: _within, ...own }) => own);
  const after = steps.flatMap((step) => (step.after.length > 0 ? [[toStepId(step), step.after]] : []));
  const within = steps.flatMap((step) => (step.within ? [[toStepId(step), step.within]] : []));
  const taskIds = steps.filter(isTaskStep).map(({ taskId }) => taskId);
  const places = Object.fromEntries(within);
  const ids = orderSteps({ taskIds, after: {}, branches: found, within: places });
  const branches = found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  return {
    taskIds,
    after: Object.fromEntries(after),
    ...(branches.length > 0 && { branches }),
    ...(within.length > 0 && { within: places }),
  };
}
