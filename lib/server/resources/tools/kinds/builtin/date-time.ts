import type { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";
import { addDuration, getNow, readDate, toIso } from "./zoned";

const units = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"] as const;
type Unit = (typeof units)[number];
const fixed: Partial<Record<Unit, number>> = { hours: 3_600_000, minutes: 60_000, seconds: 1_000 };

const argsSchema = z.object({
  operation: z.enum(["now", "convert", "add", "difference"], "Use now, convert, add or difference."),
  timeZone: z.string().max(100).optional(),
  date: z.string().max(100).optional(),
  until: z.string().max(100).optional(),
  amount: z.number().min(-1_000_000).max(1_000_000).optional(),
  unit: z.enum(units, `Use ${units.join(", ")}.`).optional(),
});

const formatResult = (zoned: Temporal.ZonedDateTime, timeZone: string) => ({
  dateTime: toIso(zoned),
  weekday: zoned.toLocaleString("en", { weekday: "long" }),
  timeZone,
  utc: new Date(zoned.epochMilliseconds).toISOString(),
});

/** Fractions of hours and shorter units count; longer units must be whole. */
function addUnits(zoned: Temporal.ZonedDateTime, amount: number, unit: Unit): Temporal.ZonedDateTime {
  const length = fixed[unit];
  return addDuration(zoned, length ? { milliseconds: Math.round(amount * length) } : { [unit]: Math.trunc(amount) });
}

/** Whole calendar years, months and days, as absolute values. */
function calendarBetween(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime) {
  const [first, last] = start.epochMilliseconds <= end.epochMilliseconds ? [start, end] : [end, start];
  const { years, months, days } = first.until(last, { largestUnit: "year" });
  return { years, months, days };
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const dateTime = builtinTool({
  id: "dateTime",
  description: ({ timeZone }) =>
    `Returns the current date and time, converts between time zones, adds to a date, and calculates the time between two dates. The default time zone is ${timeZone}.`,
  parameters: closed(
    {
      operation: {
        type: "string",
        enum: ["now", "convert", "add", "difference"],
        description:
          "now: the current time. convert: date in another time zone. add: date plus amount in unit. difference: the time from date to until.",
      },
      timeZone: { type: "string", description: "A time zone such as Europe/Berlin." },
      date: {
        type: "string",
        description: "A date such as 2025-03-30 or 2025-03-30T14:05, optionally with an offset or Z. Defaults to now.",
      },
      until: { type: "string", description: "The end date of a difference. Defaults to now." },
      amount: { type: "number", description: "How much to add. Use a negative number to subtract." },
      unit: { type: "string", enum: [...units], description: "The amount's unit." },
    },
    ["operation"],
  ),
  async call(args, settings) {
    const { operation, date, until, amount, unit, ...given } = readArgs(argsSchema, args);
    const timeZone = given.timeZone?.trim() || settings.timeZone;
    const now = getNow(timeZone);
    if (operation === "now") return formatResult(now, timeZone);
    if (operation === "convert") {
      const from = date === undefined ? now : readDate(date, settings.timeZone);
      return formatResult(from.withTimeZone(timeZone), timeZone);
    }
    const start = date === undefined ? now : readDate(date, timeZone);
    if (operation === "add") {
      const { amount: many, unit: of } = readArgs(
        z.object({
          amount: z.number("Enter the amount to add."),
          unit: z.enum(units, "Enter the amount's unit."),
        }),
        { amount, unit },
      );
      return formatResult(addUnits(start, many, of), timeZone);
    }
    const end = until === undefined ? now : readDate(until, timeZone);
    const total = end.epochMilliseconds - start.epochMilliseconds;
    return {
      from: toIso(start),
      until: toIso(end),
      sign: Math.sign(total),
      calendar: calendarBetween(start, end),
      total: {
        weeks: rounded(total / 604_800_000),
        days: rounded(total / 86_400_000),
        hours: rounded(total / 3_600_000),
        minutes: rounded(total / 60_000),
        seconds: Math.round(total / 1_000),
      },
    };
  },
});
