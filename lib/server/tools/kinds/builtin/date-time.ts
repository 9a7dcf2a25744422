import { z } from "zod";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";
import { daysIn, instantOf, isoOf, type Local, localOf, readDate } from "./zoned";

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

function shown(instant: number, timeZone: string) {
  const iso = isoOf(instant, timeZone);
  const weekday = new Intl.DateTimeFormat("en", { timeZone, weekday: "long" }).format(instant);
  return { dateTime: iso, weekday, timeZone, utc: new Date(instant).toISOString() };
}

const withDay = (local: Local, year: number, month: number): Local => ({
  ...{ ...local, year, month },
  day: Math.min(local.day, daysIn(year, month)),
});

/** Years and months keep the day where the month has it; days keep the time that clocks show. */
function added(instant: number, amount: number, unit: Unit, timeZone: string): number {
  const length = fixed[unit];
  if (length !== undefined) return instant + amount * length;
  const local = localOf(instant, timeZone);
  const whole = Math.trunc(amount);
  if (unit === "years" || unit === "months") {
    const months = local.year * 12 + local.month - 1 + whole * (unit === "years" ? 12 : 1);
    return instantOf(withDay(local, Math.floor(months / 12), (((months % 12) + 12) % 12) + 1), timeZone);
  }
  return instantOf({ ...local, day: local.day + whole * (unit === "weeks" ? 7 : 1) }, timeZone);
}

/** Whole years, months and days of the calendar, then what is left as clocks show it. */
function calendarBetween(from: number, until: number, timeZone: string) {
  const [first, last] = from <= until ? [from, until] : [until, from];
  const [a, b] = [localOf(first, timeZone), localOf(last, timeZone)];
  let months = (b.year - a.year) * 12 + b.month - a.month;
  while (months > 0 && added(first, months, "months", timeZone) > last) months -= 1;
  const rest = added(first, months, "months", timeZone);
  let days = Math.max(0, Math.floor((last - rest) / 86_400_000) + 1);
  while (days > 0 && added(rest, days, "days", timeZone) > last) days -= 1;
  return { years: Math.floor(months / 12), months: months % 12, days };
}

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const dateTime = builtinTool({
  id: "dateTime",
  description: ({ timeZone }) =>
    `Tells the present date and time, converts dates between time zones, adds to a date, and measures the time between two dates. Where no time zone is given, ${timeZone} is meant.`,
  parameters: closed(
    {
      operation: {
        type: "string",
        enum: ["now", "convert", "add", "difference"],
        description:
          "now: the present moment. convert: date in another time zone. add: date plus amount of unit. difference: from date until until.",
      },
      timeZone: { type: "string", description: "A time zone such as Europe/Berlin." },
      date: {
        type: "string",
        description: "A date as 2025-03-30 or 2025-03-30T14:05, with an offset or Z if it has one. Without it: now.",
      },
      until: { type: "string", description: "The later date of a difference. Without it: now." },
      amount: { type: "number", description: "How much to add; below zero to go back." },
      unit: { type: "string", enum: [...units], description: "What amount counts." },
    },
    ["operation"],
  ),
  async call(args, settings) {
    const { operation, date, until, amount, unit, ...given } = readArgs(argsSchema, args);
    const timeZone = given.timeZone?.trim() || settings.timeZone;
    const now = Date.now();
    localOf(now, timeZone);
    const from = date === undefined ? now : readDate(date, settings.timeZone);
    if (operation === "now") return shown(now, timeZone);
    if (operation === "convert") return shown(from, timeZone);
    const start = date === undefined ? now : readDate(date, timeZone);
    if (operation === "add") {
      const { amount: many, unit: of } = readArgs(
        z.object({ amount: z.number("Give how much to add."), unit: z.enum(units, "Give the unit to add.") }),
        { amount, unit },
      );
      return shown(added(start, many, of, timeZone), timeZone);
    }
    const end = until === undefined ? now : readDate(until, timeZone);
    const total = end - start;
    return {
      ...{ from: isoOf(start, timeZone), until: isoOf(end, timeZone), sign: Math.sign(total) },
      calendar: calendarBetween(start, end, timeZone),
      total: {
        ...{ weeks: rounded(total / 604_800_000), days: rounded(total / 86_400_000) },
        ...{ hours: rounded(total / 3_600_000), minutes: rounded(total / 60_000), seconds: Math.round(total / 1_000) },
      },
    };
  },
});
