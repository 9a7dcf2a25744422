import { Temporal } from "temporal-polyfill";

export type Period = "minute" | "hour" | "day" | "week" | "month" | "year";

export interface Recurrence {
  unit: Period;
  /** The earliest occurrence. Its date, and its time unless `at` is set, are kept by later ones. */
  from: Date;
  /** The local time of day, `HH:MM`, for periods of a day or longer. */
  at?: string | undefined;
  /** For weeks: 1, Monday, to 7. Default: the weekday of `from`. */
  weekdays?: readonly number[] | undefined;
  /** An IANA name. Default: UTC. */
  timeZone?: string | undefined;
}

const zoned = (date: Date, timeZone = "UTC"): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);

const toDate = ({ epochMilliseconds }: { epochMilliseconds: number }): Date => new Date(epochMilliseconds);

/**
 * Returns the first occurrence after a time, and at the earliest at `from`. A schedule of the 31st runs on the last day of shorter
 * months. A local time that is skipped in spring moves an hour ahead; of one that occurs twice in fall, it is the first.
 */
export function nextOccurrence(recurrence: Recurrence, after: Date): Date {
  const { unit, from, timeZone } = recurrence;
  const last = new Date(Math.max(after.getTime(), from.getTime() - 1));
  if (unit === "minute" || unit === "hour")
    return nextPeriod((count) => zoned(from).add({ [`${unit}s`]: count }), unit, last);
  const start = zoned(from, timeZone);
  const plainTime = recurrence.at ? Temporal.PlainTime.from(recurrence.at) : start.toPlainTime();
  const onDate = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone: start.timeZoneId, plainTime });
  if (unit === "week" && recurrence.weekdays?.length)
    return nextWeekday(onDate, recurrence.weekdays, zoned(last, timeZone));
  return nextPeriod((count) => onDate(start.toPlainDate().add({ [`${unit}s`]: count })), unit, last);
}

/** Returns the first of the evenly spaced times `nth(0)`, `nth(1)` … after another one. */
function nextPeriod(nth: (count: number) => Temporal.ZonedDateTime, unit: Period, after: Date): Date {
  const first = nth(0);
  const elapsed = first.until(zoned(after, first.timeZoneId), { largestUnit: unit });
  let count = Math.max(0, elapsed[`${unit}s`]);
  // From a 31st to the last day of a shorter month is not a full month, although it is an occurrence.
  while (toDate(nth(count)) <= after) count += 1;
  return toDate(nth(count));
}

function nextWeekday(
  onDate: (date: Temporal.PlainDate) => Temporal.ZonedDateTime,
  weekdays: readonly number[],
  after: Temporal.ZonedDateTime,
): Date {
  let date = after.toPlainDate();
  while (!weekdays.includes(date.dayOfWeek) || onDate(date).epochMilliseconds <= after.epochMilliseconds)
    date = date.add({ days: 1 });
  return toDate(onDate(date));
}

/** Returns the next occurrences after a time. */
export function nextOccurrences(recurrence: Recurrence, after: Date, count: number): Date[] {
  const found: Date[] = [];
  for (let i = 0; i < count; i += 1) found.push(nextOccurrence(recurrence, found.at(-1) ?? after));
  return found;
}

/** Converts a local date and time, `YYYY-MM-DDTHH:MM`, to a moment. */
export const fromLocalText = (text: string, timeZone: string): Date =>
  toDate(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone));

/** Converts a moment to a local date and time, `YYYY-MM-DDTHH:MM`. */
export const toLocalText = (date: Date, timeZone: string): string =>
  zoned(date, timeZone).toPlainDateTime().toString({ smallestUnit: "minute" });
