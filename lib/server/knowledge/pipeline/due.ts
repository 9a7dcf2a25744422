import { eq, lte, sql } from "drizzle-orm";
import type { SchedulePeriod } from "@/lib/constants/plans";
import { datasources } from "../../datasources/table";
import type { Db } from "../../db/client";
import { addJob } from "./jobs";

const atOnce = 50;

/** One period after a moment, in UTC. A month that is shorter ends with its last day. */
export function afterPeriod(from: Date, unit: SchedulePeriod): Date {
  const next = new Date(from);
  if (unit === "minute") next.setUTCMinutes(next.getUTCMinutes() + 1);
  else if (unit === "hour") next.setUTCHours(next.getUTCHours() + 1);
  else if (unit === "day") next.setUTCDate(next.getUTCDate() + 1);
  else if (unit === "week") next.setUTCDate(next.getUTCDate() + 7);
  else {
    const day = next.getUTCDate();
    next.setUTCDate(1);
    next.setUTCMonth(next.getUTCMonth() + (unit === "month" ? 1 : 12));
    const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
    next.setUTCDate(Math.min(day, last));
  }
  return next;
}

/** Begins the syncs that are due. Those that were missed are made once. */
export async function startDueSyncs(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: datasources.id, teamId: datasources.teamId, unit: datasources.scheduleUnit })
      .from(datasources)
      .where(lte(datasources.nextDue, sql`now()`))
      .limit(atOnce)
      .for("update", { skipLocked: true });
    const now = new Date();
    for (const { id, teamId, unit } of rows) {
      await tx
        .update(datasources)
        .set({ nextDue: unit ? afterPeriod(now, unit) : null })
        .where(eq(datasources.id, id));
      await addJob(tx, { teamId, datasourceId: id }, "sync", null);
    }
  });
}
