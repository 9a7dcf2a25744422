import type { SchedulePeriod } from "@/lib/constants/plans";
import { monthsAfter } from "@/lib/utils/months-after";

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };

/**
 * The first moment after another one of what is done every period since `from`, which is the first itself. In UTC; what
 * began on a 31st is done on the last day of shorter months, and on the 31st again afterwards.
 */
export function nextBeat(from: Date, unit: SchedulePeriod, after: Date): Date {
  if (from > after) return from;
  if (unit !== "month" && unit !== "year") {
    const length = lengths[unit];
    const gone = Math.floor((after.getTime() - from.getTime()) / length);
    return new Date(from.getTime() + (gone + 1) * length);
  }
  const step = unit === "month" ? 1 : 12;
  const months = 12 * (after.getUTCFullYear() - from.getUTCFullYear()) + after.getUTCMonth() - from.getUTCMonth();
  const gone = Math.floor(months / step) * step;
  const next = monthsAfter(from, gone);
  return next > after ? next : monthsAfter(from, gone + step);
}
