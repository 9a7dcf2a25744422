const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `3 hours ago`, `in 2 days`. Within a minute of `now` (milliseconds): `just now`, or `in a moment` for what is upcoming. */
export function relativeTime(date: Date, now: number, upcoming = false): string {
  const seconds = (date.getTime() - now) / 1_000;
  const match = units.find(([, size]) => Math.abs(seconds) >= size);
  // Rounds future times: otherwise a key created for 90 days would show "in 2 months" a moment later.
  const round = seconds > 0 ? Math.round : Math.trunc;
  if (!match) return upcoming ? "in a moment" : "just now";
  return format.format(round(seconds / match[1]), match[0]);
}
