import { describe, expect, it } from "vitest";
import { nextOccurrence } from "@/lib/server/resources/apps/next-occurrence";

const next = (from: string, unit: Parameters<typeof nextOccurrence>[1], after: string): string =>
  nextOccurrence(new Date(from), unit, new Date(after)).toISOString();

describe("the next time of a schedule", () => {
  it.each([
    [
      "its first while that is ahead",
      "2026-03-01T06:00:00.000Z",
      "day",
      "2026-02-01T00:00:00Z",
      "2026-03-01T06:00:00.000Z",
    ],
    [
      "one period later at the very moment",
      "2026-03-01T06:00:00.000Z",
      "day",
      "2026-03-01T06:00:00Z",
      "2026-03-02T06:00:00.000Z",
    ],
    [
      "the hour's own minute, however many were missed",
      "2026-01-31T06:10:00Z",
      "hour",
      "2026-04-02T07:00:00Z",
      "2026-04-02T07:10:00.000Z",
    ],
    ["the next minute", "2026-01-31T06:10:30Z", "minute", "2026-04-02T07:00:40Z", "2026-04-02T07:01:30.000Z"],
    ["the same day of the week", "2026-01-05T09:00:00Z", "week", "2026-03-31T09:00:00Z", "2026-04-06T09:00:00.000Z"],
    [
      "the last day of a shorter month",
      "2026-01-31T09:00:00Z",
      "month",
      "2026-02-01T00:00:00Z",
      "2026-02-28T09:00:00.000Z",
    ],
    [
      "the 31st again after a shorter month",
      "2026-01-31T09:00:00Z",
      "month",
      "2026-02-28T09:00:00Z",
      "2026-03-31T09:00:00.000Z",
    ],
    [
      "a 29th of February only in leap years",
      "2028-02-29T09:00:00Z",
      "year",
      "2031-03-01T00:00:00Z",
      "2032-02-29T09:00:00.000Z",
    ],
    [
      "this year's while it is ahead",
      "2024-06-15T09:00:00Z",
      "year",
      "2026-06-15T08:59:00Z",
      "2026-06-15T09:00:00.000Z",
    ],
  ] as const)("is %s", (_, from, unit, after, expected) => {
    expect(next(from, unit, after)).toBe(expected);
  });
});
