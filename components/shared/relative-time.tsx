"use client";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

function relative(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1_000;
  const found = units.find(([, size]) => Math.abs(seconds) >= size);
  return found ? format.format(Math.round(seconds / found[1]), found[0]) : "just now";
}

/** `3 hours ago`; the exact time is its title. */
export function RelativeTime({ date }: { date: string }) {
  const at = new Date(date);
  return (
    <time dateTime={date} title={at.toLocaleString()} suppressHydrationWarning className="whitespace-nowrap">
      {relative(at)}
    </time>
  );
}
