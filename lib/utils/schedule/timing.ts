import { nextOccurrence, type Period, type Recurrence } from "./next-occurrence";

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

interface DueRow extends ScheduledRow {
  scheduleFrom: Date | null;
  nextDue: Date | null;
}

/** When a stored schedule is due after a time; null if it is manual or paused. */
export function findNextDue({ scheduleUnit: unit, scheduleTiming, scheduleFrom, nextDue }: DueRow, after: Date) {
  if (!unit || !nextDue) return null;
  return nextOccurrence({ unit, from: scheduleFrom ?? nextDue, ...scheduleTiming }, after);
}
