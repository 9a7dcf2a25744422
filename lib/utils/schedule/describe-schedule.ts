import type { Period, Recurrence } from "./next-occurrence";

export const periodLabels: Record<Period, string> = {
  minute: "Every minute",
  hour: "Every hour",
  day: "Every day",
  week: "Every week",
  month: "Every month",
  year: "Every year",
};

/** From Monday to Sunday. */
export const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

const list = new Intl.ListFormat("en");

/** Describes a schedule, such as `Every week on Monday and Friday at 09:00 (Europe/Berlin)`. */
export function describeSchedule({ unit, at, weekdays = [], timeZone }: Omit<Recurrence, "from">): string {
  const days = list.format(weekdays.flatMap((day) => weekdayNames[day - 1] ?? []));
  const parts = [periodLabels[unit], days && `on ${days}`, at && `at ${at} (${timeZone ?? "UTC"})`];
  return parts.filter(Boolean).join(" ");
}
