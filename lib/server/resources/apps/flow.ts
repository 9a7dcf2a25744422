import type { Branch } from "@/lib/contract/apps/branch";
import type { Flow } from "@/lib/contract/apps/flow";
import { type FlowParts, fromFlow, listAfter, orderSteps, toFlow } from "@/lib/contract/apps/flow-parts";
import { type FlowColumns, toFlowParts } from "../../engine/runs/process/branches/flow-parts";

/** The flow after an update: the one that is sent, or the present one with the tasks that are sent. */
export function updateFlow(sent: { flow?: Flow | undefined; taskIds?: string[] | undefined }, row?: FlowColumns) {
  const before = row ? toFlowParts(row) : { taskIds: [], after: {} };
  const kept = { ...before, taskIds: sent.taskIds ?? before.taskIds };
  const parts = fromFlow(sent.flow ?? toFlow(kept));
  const within = { ...keepAbsentPlaces(parts, before), ...parts.within };
  return {
    ...parts,
    after: keepAbsent(orderSteps(parts), parts.after, before.after),
    ...(Object.keys(within).length > 0 && { within }),
  };
}

/** Adds what steps waited for that is not in the process now: a deleted task can be restored. */
function keepAbsent(ids: readonly string[], after: FlowParts["after"], before: FlowParts["after"]): FlowParts["after"] {
  const absent = ids.flatMap((id) => {
    const lost = listAfter(before, id).filter((one) => !ids.includes(one));
    const entry: [string, string[]] = [id, [...listAfter(after, id), ...lost]];
    return lost.length > 0 ? [entry] : [];
  });
  return { ...after, ...Object.fromEntries(absent) };
}

/**
 * The places of tasks that were deleted before, in branches that are still there: one that is restored must not run in every case,
 * and not in a case of a new branch with the ID of a removed one.
 */
function keepAbsentPlaces({ taskIds, branches = [] }: FlowParts, before: FlowParts): NonNullable<FlowParts["within"]> {
  const present = new Set([...taskIds, ...orderSteps(before)]);
  return Object.fromEntries(
    Object.entries(before.within ?? {})
      .filter(([id]) => !present.has(id) && !id.startsWith("branch_"))
      .filter(([, place]) => branches.some(({ id }) => id === place.branch)),
  );
}

/** The form with the tasks and branches of its steps, which are validated like any other reference. */
export const withSteps = <F extends { flow?: Flow | undefined; taskIds?: string[] | undefined }>(
  form: F,
): F & { branches?: Branch[] } => {
  if (!form.flow) return form;
  const { taskIds, branches = [] } = fromFlow(form.flow);
  return { ...form, taskIds, branches };
};
