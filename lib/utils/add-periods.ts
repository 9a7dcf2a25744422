import { Temporal } from "temporal-polyfill";

export type Period = "minute" | "hour" | "day" | "week" | "month" | "year";

export const toUtc = (date: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO("UTC");

/** Returns the moment so many periods after another one, in UTC. A month that is shorter ends with its last day. */
export const addPeriods = (from: Date, unit: Period, count: number): Date =>
  new Date(toUtc(from).add({ [`${unit}s`]: count }).epochMilliseconds);
