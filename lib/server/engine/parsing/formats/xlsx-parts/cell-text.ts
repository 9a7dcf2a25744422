import { dateFromSerial, format, getFormatInfo } from "numfmt";

/** How a cell shows its number. */
export type NumberKind = "number" | "date" | "time" | "duration";

/** Built-in formats of dates and times, which a workbook does not spell out: ECMA-376 part 1, 18.8.30. */
function findBuiltInKind(id: number): NumberKind {
  if (id >= 45 && id <= 47) return "duration";
  if (id >= 18 && id <= 21) return "time";
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81);
  return isDate ? "date" : "number";
}

/** `id`: of the format in the workbook; `pattern`: its text, unless it is built in. The first section is for numbers above 0. */
export function findNumberKind(id: number, pattern: string | undefined): NumberKind {
  if (pattern === undefined) return findBuiltInKind(id);
  const [section = ""] = pattern.replace(/"[^"]*"|\\./g, "").split(";");
  const { isDate, type } = getFormatInfo(section);
  if (!isDate) return "number";
  if (/\[[hms]+\]/i.test(section)) return "duration";
  return type === "time" ? "time" : "date";
}

/** Serial number of the first day that Excel has no date for, in the year 10000. */
const endSerial = 2_958_466;
const daysUntil1904 = 1_462;
const secondsPerDay = 86_400;

const padded = (value: number): string => String(value).padStart(2, "0");

/** As ISO 8601 without "T". Seconds and midnight are omitted where they are zero. Null: outside Excel's calendar. */
function toDateText(serial: number, isTime: boolean, from1904: boolean): string | null {
  const shifted = from1904 && !isTime ? serial + daysUntil1904 : serial;
  // A time is a fraction of a day, never exact.
  const rounded = Math.round(shifted * secondsPerDay) / secondsPerDay + 1e-9;
  if (serial < 0 || rounded >= endSerial) return null;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = dateFromSerial(rounded) ?? [];
  const time = `${padded(hours)}:${padded(minutes)}${seconds > 0 ? `:${padded(seconds)}` : ""}`;
  if (isTime) return time;
  const date = `${String(year).padStart(4, "0")}-${padded(month)}-${padded(day)}`;
  return time === "00:00" ? date : `${date} ${time}`;
}

/** `text`: as in the file. Numbers have 15 digits, as in Excel, which removes floating-point noise. */
export function toNumberText(text: string, kind: NumberKind, from1904: boolean): string {
  const number = Number(text);
  if (!/^[-+.\deE]+$/.test(text) || !Number.isFinite(number)) return text;
  if (kind === "duration") return format("[h]:mm:ss", number).replace(/:00$/, "");
  const plain = String(Number(number.toPrecision(15)));
  if (kind === "number") return plain;
  // Days count from 1900-01-01 as 1, or from 1904-01-01 as 0: only in the first case a date cannot be below 1.
  const isTime = number < 1 && (kind === "time" || !from1904);
  return toDateText(number, isTime, from1904) ?? plain;
}

/**
 * A cell's text: trimmed, and with the characters that XML forbids, written as `_x000D_`. A copy, because a long part of a
 * parser's text keeps all of that in memory.
 */
export function toStoredText(raw: string): string {
  const trimmed = raw.trim();
  const text = trimmed.length > 12 ? Buffer.from(trimmed).toString() : trimmed;
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
