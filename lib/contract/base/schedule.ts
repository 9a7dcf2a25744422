import { z } from "zod";
import { type SchedulePeriod, schedulePeriods } from "@/lib/constants/plans";

const yearMs = 366 * 86_400_000;
const earliest = Date.UTC(2000, 0);

/** Abbreviations, which browsers accept, are ambiguous. */
function isTimeZone(name: string): boolean {
  try {
    return (name === "UTC" || name.includes("/")) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The local time of a schedule, for periods of a day or longer. */
export const timingFields = {
  /** `HH:MM`. Default: the time of the first run. */
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time, such as 09:00.")
    .optional(),
  /** 1, Monday, to 7, Sunday; for weekly schedules. Default: the weekday of the first run. */
  weekdays: z
    .array(z.int("Enter weekdays from 1 (Monday) to 7 (Sunday).").min(1).max(7), "Choose weekdays.")
    .min(1, "Choose at least one weekday.")
    .max(7, "Choose each weekday once.")
    .refine((days) => new Set(days).size === days.length, "Choose each weekday once.")
    .optional(),
  /** An IANA name. Default: UTC. */
  timeZone: z
    .string()
    .max(64, "Choose a time zone, such as Europe/Berlin.")
    .refine(isTimeZone, "Choose a time zone, such as Europe/Berlin.")
    .optional(),
};
const timingSchema = z.object(timingFields);
export type Timing = z.output<typeof timingSchema>;

/** How often, and when. */
export const recurrenceFields = {
  type: z.literal("cron"),
  unit: z.enum(schedulePeriods, "Choose a frequency."),
  ...timingFields,
  /** The earliest run, whose time and day later ones keep; null: the next matching time. Default: unchanged, or like null. */
  startsAt: z.iso
    .datetime({ offset: true, abort: true, error: "Enter a date and time." })
    .refine((at) => {
      const start = Date.parse(at);
      return start >= earliest && start < Date.now() + yearMs;
    }, "Choose a time within a year from now.")
    .nullish(),
};
/** Fields that the period does not use are refused, not ignored. */
export function checkTiming(value: Timing & { unit: SchedulePeriod }, issues: z.RefinementCtx): void {
  const add = (path: keyof Timing, message: string) => issues.addIssue({ code: "custom", path: [path], message });
  if (value.weekdays && value.unit !== "week") add("weekdays", "Only weekly schedules can have weekdays.");
  if (value.at && (value.unit === "hour" || value.unit === "minute"))
    add("at", "Only daily, weekly, monthly and yearly schedules can have a time of day.");
}
