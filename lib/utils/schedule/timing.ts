import type { Period, Recurrence } from "./next-occurrence";

type Timing = Pick<Recurrence, "at" | "timeZone"> & { weekdays?: number[] | undefined };

/** The stored local time of a schedule: without unused fields, weekdays in order. */
export const toTiming = ({ at, weekdays, timeZone }: Timing) => ({
  ...(at && { at }),
  ...(weekdays && { weekdays: weekdays.toSorted() }),
  ...(timeZone && { timeZone }),
});

interface ScheduledRow {
  scheduleUnit: Period | null;
  scheduleTiming: Timing | null;
}

/** Whether a schedule has the period and local time of the stored one. */
export const isSameTiming = (
  sent: Timing & { unit: Period },
  { scheduleUnit, scheduleTiming }: ScheduledRow,
): boolean =>
  sent.unit === scheduleUnit && JSON.stringify(toTiming(sent)) === JSON.stringify(toTiming(scheduleTiming ?? {}));
