import { dateFromSerial, format, getFormatInfo } from "numfmt";

/** How a cell shows its number. */
export type NumberKind = "number" | "date" | "duration";

/** Built-in formats of dates and times, which a workbook does not spell out: ECMA-376 part 1, 18.8.30. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81);

/** `id`: of the format in the workbook; `pattern`: its text, unless it is built in. */
export function findNumberKind(id: number, pattern: string | undefined): NumberKind {
  if (pattern === undefined) return id >= 45 && id <= 47 ? "duration" : isBuiltInDate(id) ? "date" : "number";
  if (!getFormatInfo(pattern).isDate) return "number";
  return /\[[hms]+\]/i.test(pattern) ? "duration" : "date";
}

const maxDateSerial = 2_958_466;
const daysUntil1904 = 1_462;

const padded = (value: number): string => String(value).padStart(2, "0");

/** As ISO 8601 without "T"; a number below 1 is a time of day. Seconds and midnight are omitted where they are zero. */
function toDateText(serial: number, from1904: boolean): string {
  const shifted = from1904 && serial >= 1 ? serial + daysUntil1904 : serial;
  // A time is a fraction of a day, never exact.
  const rounded = Math.round(shifted * 86_400) / 86_400 + 1e-9;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = dateFromSerial(rounded) ?? [];
  const time = `${padded(hours)}:${padded(minutes)}${seconds > 0 ? `:${padded(seconds)}` : ""}`;
  if (serial < 1) return time;
  const date = `${String(year).padStart(4, "0")}-${padded(month)}-${padded(day)}`;
  return time === "00:00" ? date : `${date} ${time}`;
}

/** `text`: as in the file. Numbers have 15 digits, as in Excel, which removes floating-point noise. */
export function toNumberText(text: string, kind: NumberKind, from1904: boolean): string {
  const number = Number(text);
  if (!/^[-+.\deE]+$/.test(text) || !Number.isFinite(number)) return text;
  if (kind === "duration") return format("[h]:mm:ss", number).replace(/:00$/, "");
  if (kind === "date" && number >= 0 && number < maxDateSerial) return toDateText(number, from1904);
  return String(Number(number.toPrecision(15)));
}

/** Spreadsheet programs write characters that XML forbids as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([\da-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
