"use client";

import { useSyncExternalStore } from "react";
import { nextOccurrences } from "@/lib/utils/schedule/next-occurrence";
import type { Cron } from "./timing-fields";

const shown = 3;
const minuteMs = 60_000;

/** The current minute. */
const useMinute = (): Date => {
  const minute = useSyncExternalStore(
    (onChange) => {
      const timer = setInterval(onChange, 1_000);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / minuteMs),
  );
  return new Date(minute * minuteMs);
};

const format = (date: Date, timeZone: string | undefined): string =>
  date.toLocaleString(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });

/** The next three occurrences of a schedule, in its time zone, and in the reader's if that differs. */
export function NextOccurrences({ schedule, title }: { schedule: Cron; title: string }) {
  const now = useMinute();
  const { startsAt, weekdays, ...timing } = schedule;
  if (schedule.unit === "week" && weekdays?.length === 0) return null;
  const recurrence = { ...timing, weekdays, from: startsAt ? new Date(startsAt) : now };
  return (
    <section aria-label={title}>
      <h3 className="font-medium text-label">{title}</h3>
      <ol className="mt-1.5 grid gap-1 text-muted text-secondary tabular-nums">
        {nextOccurrences(recurrence, now, shown).map((date) => {
          const [there, here] = [format(date, schedule.timeZone), format(date, undefined)];
          return (
            <li key={date.getTime()}>
              <time dateTime={date.toISOString()}>{there}</time>
              {there !== here && ` (${here})`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
