import { Temporal } from "temporal-polyfill";

export type Period = "minute" | "hour" | "day" | "week" | "month" | "year";

export const toUtc = (date: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO("UTC");

/** Adds periods to a date, in UTC. In a shorter month the day is clamped to its last one. */
export const addPeriods = (from: Date, unit: Period, count: number): Date =>
  new Date(toUtc(from).add({ [`${unit}s`]: count }).epochMilliseconds);
