import { isDeepStrictEqual } from "node:util";
import type { SchedulePeriod } from "@/lib/constants/plans";
import type { Timing } from "@/lib/contract/base/schedule";

interface ScheduledRow {
  scheduleUnit: SchedulePeriod | null;
  scheduleTiming: Timing | null;
}

/** The stored local time of a schedule. */
export const toTiming = ({ at, weekdays, timeZone }: Timing): Timing => ({
  ...(at && { at }),
  ...(weekdays && { weekdays: weekdays.toSorted() }),
  ...(timeZone && { timeZone }),
});

/** Whether a schedule has the period and local time of the stored one. */
export const isSameTiming = (sent: Timing & { unit: SchedulePeriod }, row: ScheduledRow): boolean =>
  sent.unit === row.scheduleUnit && isDeepStrictEqual(toTiming(sent), row.scheduleTiming ?? {});
