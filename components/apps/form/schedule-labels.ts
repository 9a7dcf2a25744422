import type { SchedulePeriod } from "@/lib/constants/plans";

export const periodLabels: Record<SchedulePeriod, string> = {
  minute: "Every minute",
  hour: "Every hour",
  day: "Every day",
  week: "Every week",
  month: "Every month",
  year: "Every year",
};

const parts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
const utc = { ...parts, timeZone: "UTC" } as const;

/** `3 Mar, 14:00 UTC`. */
export const momentInUtc = (at: string): string => `${new Date(at).toLocaleString(undefined, utc)} UTC`;

/** `3 Mar, 15:00`, in the reader's time zone. */
export const localMoment = (at: string): string => new Date(at).toLocaleString(undefined, parts);
