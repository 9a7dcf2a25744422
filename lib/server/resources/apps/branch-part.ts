import type { Branch, Case, Condition, Within } from "@/lib/contract/apps/branch";
import type { Flow, Step } from "@/lib/contract/apps/flow";
import { type FlowParts, toFlow } from "@/lib/contract/apps/flow-parts";
import { defaultCase, hasSource, isBranchStep, isTaskStep, itemCase } from "@/lib/contract/apps/steps";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import { fromFileInputRequest, toFileInputRequest } from "../inbox/part";

/** The tasks of one case, in order. */
const listTasks = (steps: readonly Step[], branchId: string, caseId: string): string[] =>
  steps
    .filter(isTaskStep)
    .filter(({ within }) => within?.branch === branchId && within.cases.includes(caseId))
    .map(({ taskId }) => taskId);

const toConditionPart = <C extends Condition>({ sourceTaskId, ...own }: C) => ({
  ...own,
  ...(sourceTaskId && { source: sourceTaskId }),
});
const toCondition = <C extends { source?: string | null | undefined }>({ source, ...own }: C) => ({
  ...own,
  ...(source && { sourceTaskId: source }),
});

/** What a branch compared before it decided otherwise may be gone. */
const toCasePart = ({ conditions, ...one }: Case, by: Branch["by"]) => ({
  ...toConditionPart(by === "value" ? one : { ...one, sourceTaskId: null }),
  ...(by === "value" && conditions && { conditions: conditions.map(toConditionPart) }),
});

/** The branches of an exported process, with ids instead of names. */
export const toBranchParts = ({ steps }: Flow): BranchPart[] =>
  steps.filter(isBranchStep).map(({ kind: _kind, sourceTaskId, modelId: model, cases, asks, ...own }) => ({
    ...own,
    ...(asks && { asks: toFileInputRequest(asks) }),
    source: hasSource(own) ? sourceTaskId : null,
    model: own.by === "classification" ? model : null,
    cases: cases.map((one) => ({
      ...toCasePart(one, own.by),
      tasks: listTasks(steps, own.id, one.id),
    })),
    defaultTasks: listTasks(steps, own.id, defaultCase),
    ...(own.by === "items" && { itemTasks: listTasks(steps, own.id, itemCase) }),
  }));

/** The places of tasks in the cases of a branch. */
function listPlaces({ id, cases, defaultTasks, itemTasks = [] }: BranchPart): [string, Within][] {
  const all = [...cases, { id: defaultCase, tasks: defaultTasks }, { id: itemCase, tasks: itemTasks }];
  const taskIds = new Set(all.flatMap(({ tasks }) => tasks));
  return [...taskIds].map((taskId) => {
    const own = all.filter(({ tasks }) => tasks.includes(taskId));
    return [taskId, { branch: id, cases: own.map((one) => one.id) }];
  });
}

/** A branch of a file, with names or ids of tasks. */
export const toBranch = ({
  source,
  model,
  cases,
  asks,
  defaultTasks: _tasks,
  itemTasks: _ofItems,
  after: _after,
  within: _within,
  ...own
}: BranchPart) => ({
  ...own,
  ...(asks && { asks: fromFileInputRequest(asks) }),
  sourceTaskId: source,
  modelId: model,
  cases: cases.map(({ tasks: _own, conditions, ...one }) => ({
    ...toCondition(one),
    ...(conditions && { conditions: conditions.map(toCondition) }),
  })),
});

/** The flow of a file's process, after names have been resolved to ids. */
export function toBranchedFlow(
  { taskIds, after }: Pick<FlowParts, "taskIds" | "after">,
  parts: readonly BranchPart[],
): Flow {
  const branches: Branch[] = parts.map(toBranch);
  const nested = parts.flatMap(({ id, within }): [string, Within][] => (within ? [[id, within]] : []));
  const within = Object.fromEntries([...nested, ...parts.flatMap(listPlaces)]);
  const waits = Object.fromEntries(parts.map((part) => [part.id, part.after]));
  return toFlow({ taskIds, after: { ...after, ...waits }, branches, within });
}
