import type { SchedulePeriod } from "@/lib/constants/plans";
import { addPeriods, toUtc } from "@/lib/utils/add-periods";

/**
 * Returns the first occurrence after a time, of a schedule with a period that starts at `from`. In UTC; a schedule that starts
 * on a 31st runs on the last day of shorter months, and on the 31st otherwise.
 */
export function nextOccurrence(from: Date, unit: SchedulePeriod, after: Date): Date {
  if (from > after) return from;
  const elapsed = toUtc(from).until(toUtc(after), { largestUnit: unit });
  let count = elapsed[`${unit}s`];
  // From a 31st to the last day of a shorter month is not a full month, although it is an occurrence.
  while (addPeriods(from, unit, count) <= after) count += 1;
  return addPeriods(from, unit, count);
}
