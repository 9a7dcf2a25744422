const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `3 hours ago`, `in 2 days`, `just now` within a minute of `now` (milliseconds). */
export function relativeTime(date: Date, now: number): string {
  const seconds = (date.getTime() - now) / 1_000;
  const match = units.find(([, size]) => Math.abs(seconds) >= size);
  // Rounds future times: otherwise a key created for 90 days would show "in 2 months" a moment later.
  const round = seconds > 0 ? Math.round : Math.trunc;
  return match ? format.format(round(seconds / match[1]), match[0]) : "just now";
}
