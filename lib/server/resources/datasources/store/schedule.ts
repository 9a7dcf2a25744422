import type { Schedule } from "@/lib/contract/datasources/settings";
import { addPeriods } from "@/lib/utils/add-periods";
import { requirePeriod } from "../../../access/plans/limits";
import type { Tx } from "../../../platform/db/client";

/** The columns of a schedule; its first sync is one period from now. Throws plan limits. */
export async function toScheduleColumns(tx: Tx, orgId: string, schedule: Schedule) {
  if (schedule.type === "manual") return { scheduleUnit: null, nextDue: null };
  await requirePeriod(tx, orgId, schedule.unit);
  return { scheduleUnit: schedule.unit, nextDue: addPeriods(new Date(), schedule.unit, 1) };
}
