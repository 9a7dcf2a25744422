import type { Flow } from "@/lib/contract/apps/flow";
import type { AppRow } from "./queries";

/** The steps of a process. Tasks that were deleted are left out. */
export function toFlow({ taskIds, processConfig }: Pick<AppRow, "taskIds" | "processConfig">): Flow {
  const after = keepEarlier(taskIds, processConfig?.after ?? {});
  return { steps: taskIds.map((taskId) => ({ kind: "task", taskId, after: after[taskId] ?? [] })) };
}

/** What each task waits for, limited to tasks before it; without those that wait for nothing. */
export function keepEarlier(taskIds: readonly string[], after: Record<string, string[]>): Record<string, string[]> {
  const kept: Record<string, string[]> = {};
  for (const [i, id] of taskIds.entries()) {
    const earlier = (after[id] ?? []).filter((one) => taskIds.slice(0, i).includes(one));
    if (earlier.length > 0) kept[id] = earlier;
  }
  return kept;
}

/** Adds what tasks waited for that is not in the process now: a deleted task can be restored. */
export function keepAbsent(
  taskIds: readonly string[],
  after: Record<string, string[]>,
  before: Record<string, string[]>,
): Record<string, string[]> {
  const absent = taskIds.flatMap((id) => {
    const lost = (before[id] ?? []).filter((one) => !taskIds.includes(one));
    const entry: [string, string[]] = [id, [...(after[id] ?? []), ...lost]];
    return lost.length > 0 ? [entry] : [];
  });
  return { ...after, ...Object.fromEntries(absent) };
}

/** What each of the steps waits for, as stored. */
export const toAfter = ({ steps }: Flow): Record<string, string[]> =>
  Object.fromEntries(steps.flatMap(({ taskId, after }) => (after.length > 0 ? [[taskId, after]] : [])));

/** The form with the tasks of its steps, which are validated like any other reference. */
export const withTaskIds = <F extends { flow?: Flow | undefined; taskIds?: string[] | undefined }>(form: F): F =>
  form.flow ? { ...form, taskIds: form.flow.steps.map(({ taskId }) => taskId) } : form;
