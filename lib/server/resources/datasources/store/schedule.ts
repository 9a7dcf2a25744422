import type { Schedule } from "@/lib/contract/datasources/settings";
import { nextOccurrence } from "@/lib/utils/schedule/next-occurrence";
import { isSameTiming, toTiming } from "@/lib/utils/schedule/timing";
import { requirePeriod } from "../../../access/plans/limits";
import type { DatasourceRow } from "../../../engine/knowledge/pipeline/work/work";
import type { Tx } from "../../../platform/db/client";

type ScheduledDatasource = Pick<DatasourceRow, "scheduleUnit" | "scheduleTiming" | "scheduleFrom" | "nextDue">;

/**
 * The columns of a schedule. Its first sync is at the given time, or the next matching one, unless the schedule is unchanged.
 * Throws plan limits.
 */
export async function toScheduleColumns(tx: Tx, orgId: string, schedule: Schedule, row: ScheduledDatasource) {
  if (schedule.type === "manual")
    return { scheduleUnit: null, scheduleTiming: null, scheduleFrom: null, nextDue: null };
  const { unit, startsAt } = schedule;
  await requirePeriod(tx, orgId, unit);
  const timing = toTiming(schedule);
  const now = new Date();
  const kept = isSameTiming(schedule, row) ? (row.scheduleFrom ?? row.nextDue) : null;
  const from = startsAt ? new Date(startsAt) : (startsAt === undefined && kept) || now;
  const nextDue = nextOccurrence({ unit, from, ...timing }, now);
  return { scheduleUnit: unit, scheduleTiming: timing, scheduleFrom: from, nextDue };
}

/** The schedule as the API returns it. */
export const toScheduleView = ({ scheduleUnit: unit, scheduleTiming, scheduleFrom }: ScheduledDatasource) =>
  unit
    ? { type: "cron" as const, unit, ...scheduleTiming, ...(scheduleFrom && { startsAt: scheduleFrom }) }
    : { type: "manual" as const };
