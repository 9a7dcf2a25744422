import { ToolError } from "../tool-error";

/** A date and a time as clocks in one place show them. */
export interface Local {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
      ...{ hour: "numeric", minute: "numeric", second: "numeric" },
    });
    if (formats.size < 1_000) formats.set(timeZone, made);
    return made;
  } catch {
    throw new ToolError(`"${timeZone.slice(0, 60)}" is no time zone. Use a name such as Europe/Berlin or UTC.`);
  }
}

const utcOf = ({ year, month, day, hour, minute, second }: Local): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

const outside = (): ToolError => new ToolError("Dates are known from the year 1000 to 9999.");

function checked(ms: number): number {
  if (ms >= Date.UTC(1000, 0, 1) && ms < Date.UTC(10_000, 0, 1)) return ms;
  throw outside();
}

export function localOf(instant: number, timeZone: string): Local {
  const parts = formatOf(timeZone).formatToParts(checked(instant));
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return {
    ...{ year: part("year"), month: part("month"), day: part("day") },
    ...{ hour: part("hour"), minute: part("minute"), second: part("second") },
  };
}

/** Milliseconds that a place is ahead of UTC. */
const offsetAt = (instant: number, timeZone: string): number =>
  utcOf(localOf(instant, timeZone)) - Math.floor(instant / 1_000) * 1_000;

/** When clocks there show this; what a change of clocks leaves out is as much later, of what comes twice it is the first. */
export function instantOf(local: Local, timeZone: string): number {
  const utc = checked(utcOf(local));
  const candidates = [utc - 86_400_000, utc + 86_400_000].map((near) => utc - offsetAt(near, timeZone));
  const [before = utc] = candidates;
  return candidates.find((instant) => instant + offsetAt(instant, timeZone) === utc) ?? before;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, "0");

/** ISO 8601 with the offset that holds there then. */
export function isoOf(instant: number, timeZone: string): string {
  const local = localOf(instant, timeZone);
  const minutes = Math.round(offsetAt(instant, timeZone) / 60_000);
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
  const date = `${pad(local.year, 4)}-${pad(local.month)}-${pad(local.day)}`;
  return `${date}T${pad(local.hour)}:${pad(local.minute)}:${pad(local.second)}${offset}`;
}

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

export const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Reads a date or a date with a time; without an offset it is meant in the time zone. */
export function readDate(text: string, timeZone: string): number {
  const found = isoPattern.exec(text.trim());
  if (!found) throw new ToolError(`"${text.slice(0, 60)}" is no date. Write it as 2025-03-30 or 2025-03-30T14:05.`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (year < 1000) throw outside();
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  if (!isReal || hour > 23 || minute > 59 || second > 59)
    throw new ToolError(`There is no ${text.slice(0, 60)} in the calendar.`);
  const local = { year, month, day, hour, minute, second };
  const offset = found[7];
  if (!offset) return instantOf(local, timeZone);
  if (offset.toUpperCase() === "Z") return checked(utcOf(local));
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return checked(utcOf(local) - (offset.startsWith("-") ? -1 : 1) * minutes * 60_000);
}
