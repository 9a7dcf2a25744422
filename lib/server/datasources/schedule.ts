import type { Schedule } from "@/lib/contract/datasources";
import { requirePeriod } from "../billing/limits";
import type { Tx } from "../db/client";
import { afterPeriod } from "../knowledge/pipeline/due";

/** A schedule as it is stored; its first sync comes one period after now. Throws what the plan does not allow. */
export async function scheduleOf(tx: Tx, orgId: string, schedule: Schedule) {
  if (schedule.type === "manual") return { scheduleUnit: null, nextDue: null };
  await requirePeriod(tx, orgId, schedule.unit);
  return { scheduleUnit: schedule.unit, nextDue: afterPeriod(new Date(), schedule.unit) };
}
