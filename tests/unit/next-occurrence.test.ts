import { describe, expect, it } from "vitest";
import { describeSchedule } from "@/lib/utils/schedule/describe-schedule";
import { fromLocalText, nextOccurrence, nextOccurrences, toLocalText } from "@/lib/utils/schedule/next-occurrence";

type Recurrence = Parameters<typeof nextOccurrence>[0];

const next = (from: string, unit: Recurrence["unit"], after: string): string =>
  nextOccurrence({ unit, from: new Date(from) }, new Date(after)).toISOString();

const occurrences = (recurrence: Omit<Recurrence, "from"> & { from: string }, after: string, count = 3): string[] =>
  nextOccurrences({ ...recurrence, from: new Date(recurrence.from) }, new Date(after), count).map((date) =>
    date.toISOString().slice(0, 16),
  );

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

describe("a schedule in a time zone", () => {
  const berlin = { timeZone: "Europe/Berlin", from: "2026-03-01T00:00:00Z" };

  it("keeps its local time when clocks change", () => {
    const daily = { ...berlin, unit: "day", at: "09:00" } as const;
    expect(occurrences(daily, "2026-03-27T12:00:00Z")).toEqual([
      "2026-03-28T08:00",
      "2026-03-29T07:00",
      "2026-03-30T07:00",
    ]);
    expect(occurrences(daily, "2026-10-24T00:00:00Z", 2)).toEqual(["2026-10-24T07:00", "2026-10-25T08:00"]);
  });

  it("runs once on a day that skips or repeats its time", () => {
    const daily = { ...berlin, unit: "day", at: "02:30" } as const;
    expect(occurrences(daily, "2026-03-28T12:00:00Z", 2)).toEqual(["2026-03-29T01:30", "2026-03-30T00:30"]);
    expect(occurrences(daily, "2026-10-24T12:00:00Z", 2)).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
  });

  it("runs on its weekdays, which are those of its time zone", () => {
    const weekly = { unit: "week", at: "00:15", weekdays: [1, 5], timeZone: "Asia/Tokyo" } as const;
    // Monday in Tokyo is Sunday afternoon in UTC.
    expect(occurrences({ ...weekly, from: "2026-03-01T00:00:00Z" }, "2026-03-01T00:00:00Z")).toEqual([
      "2026-03-01T15:15",
      "2026-03-05T15:15",
      "2026-03-08T15:15",
    ]);
  });

  it("does not run before its start", () => {
    const weekly = { unit: "week", at: "09:00", weekdays: [3], from: "2026-06-03T09:00:00Z" } as const;
    expect(occurrences(weekly, "2026-01-01T00:00:00Z", 2)).toEqual(["2026-06-03T09:00", "2026-06-10T09:00"]);
    const monthly = { unit: "month", at: "09:00", from: "2026-05-31T09:00:01Z" } as const;
    expect(occurrences(monthly, "2026-01-01T00:00:00Z", 2)).toEqual(["2026-06-30T09:00", "2026-07-31T09:00"]);
  });

  it("has hours of equal length when clocks change", () => {
    const hourly = { ...berlin, unit: "hour" } as const;
    expect(occurrences(hourly, "2026-03-29T00:00:00Z")).toEqual([
      "2026-03-29T01:00",
      "2026-03-29T02:00",
      "2026-03-29T03:00",
    ]);
  });

  it("converts local dates", () => {
    expect(fromLocalText("2026-07-01T09:00", "Asia/Kolkata").toISOString()).toBe("2026-07-01T03:30:00.000Z");
    expect(toLocalText(new Date("2026-07-01T03:30:00Z"), "Asia/Kolkata")).toBe("2026-07-01T09:00");
  });

  it("is described by its days, time and zone", () => {
    const weekly = { unit: "week", at: "09:00", weekdays: [1, 3, 5], timeZone: "Europe/Berlin" } as const;
    expect(describeSchedule(weekly)).toBe("Every week on Monday, Wednesday, and Friday at 09:00 (Europe/Berlin)");
    expect(describeSchedule({ unit: "day", at: "18:30" })).toBe("Every day at 18:30 (UTC)");
    expect(describeSchedule({ unit: "hour" })).toBe("Every hour");
  });
});
