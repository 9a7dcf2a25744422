import { eq } from "drizzle-orm";
import type { RunRow } from "../../../engine/runs/lease/lease";
import { loadRequests, type RequestState } from "../../../engine/runs/outcome/requests";
import type { Reader } from "../../../platform/db/client";
import { inputRequests } from "../../../platform/db/tables/input-requests";

/** An input request that waits for a response. */
export interface OpenRequest extends RequestState {
  /** Whether the client's user may respond: it is assigned to no member, and is not about a budget. */
  isAskable: boolean;
}

export async function findOpenRequests(db: Reader, run: RunRow): Promise<OpenRequest[]> {
  const rows = await db
    .select({ id: inputRequests.id, assigneeType: inputRequests.assigneeType })
    .from(inputRequests)
    .where(eq(inputRequests.runId, run.id));
  const anyones = new Set(rows.filter(({ assigneeType }) => assigneeType === "anyone").map(({ id }) => id));
  const requests = (await loadRequests(db, run)).filter(({ answered }) => !answered);
  return requests.map((one) => ({ ...one, isAskable: one.kind !== "budget" && anyones.has(one.requestId) }));
}
