import type { FlowParts } from "@/lib/contract/apps/flow-parts";
import type { apps } from "../../../../platform/db/tables/apps";

export type FlowColumns = Pick<typeof apps.$inferSelect, "taskIds" | "branches" | "processConfig">;

/** The flow of a stored process. Absent parts are left out, as revisions do. */
export function toFlowParts({ taskIds, branches, processConfig }: FlowColumns): FlowParts {
  const { after = {}, within } = processConfig ?? {};
  return { taskIds, after, ...(branches.length > 0 && { branches }), ...(within && { within }) };
}
