import { Temporal } from "temporal-polyfill";
import { ToolError } from "../shared/tool-error";

const createRangeError = (): ToolError => new ToolError("Dates must be between the years 1000 and 9999.");

function requireInRange(zoned: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (zoned.year < 1000 || zoned.year > 9999) throw createRangeError();
  return zoned;
}

/** Returns the current time in a time zone. Throws a `ToolError` for an unknown zone. */
export function getNow(timeZone: string): Temporal.ZonedDateTime {
  try {
    // Temporal also accepts a date as the name of a time zone.
    new Intl.DateTimeFormat("en", { timeZone });
    return Temporal.Now.zonedDateTimeISO(timeZone);
  } catch {
    throw new ToolError(`“${timeZone.slice(0, 60)}” isn't a valid time zone. Use a name such as Europe/Berlin or UTC.`);
  }
}

/** Years, months and days preserve the local time; a shorter month ends with its last day. */
export function addDuration(zoned: Temporal.ZonedDateTime, duration: Temporal.DurationLike): Temporal.ZonedDateTime {
  try {
    return requireInRange(zoned.add(duration));
  } catch (error) {
    throw error instanceof RangeError ? createRangeError() : error;
  }
}

/** Returns ISO 8601 with the zone's offset at that time. */
export const toIso = (zoned: Temporal.ZonedDateTime): string =>
  zoned.toString({ smallestUnit: "second", timeZoneName: "never" });

const isoPattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::[0-5]\d(?:[.,]\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses a date or time; without an offset the time zone applies. */
export function readDate(text: string, timeZone: string): Temporal.ZonedDateTime {
  const found = isoPattern.exec(text.trim());
  if (!found)
    throw new ToolError(`“${text.slice(0, 60)}” isn't a valid date. Write it as 2025-03-30 or 2025-03-30T14:05.`);
  const [, date, time = "00:00", offset] = found;
  try {
    const local = Temporal.PlainDateTime.from(`${date}T${time}`).round({
      smallestUnit: "second",
      roundingMode: "trunc",
    });
    if (!offset) return requireInRange(local.toZonedDateTime(timeZone));
    return requireInRange(Temporal.Instant.from(`${local}${offset}`).toZonedDateTimeISO(timeZone));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ToolError(`The date ${text.slice(0, 60)} doesn't exist.`);
  }
}
