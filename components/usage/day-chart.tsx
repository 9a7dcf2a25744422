"use client";

import { useState } from "react";
import type { UsageDay } from "@/lib/contract/usage/schemas";
import { cn } from "@/lib/utils/cn";
import { findAmount, formatMeasure, type Measure, measureLabel } from "./measures";
import { scaleLabel, scaleTop } from "./scale";

const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const formatDay = (day: string): string => dayFormat.format(new Date(day));

/** A bar chart by day, with a table for screen readers. */
export function DayChart({ days, measure }: { days: readonly UsageDay[]; measure: Measure }) {
  const [at, setAt] = useState<string>();
  const maxAmount = Math.max(...days.map((day) => findAmount(measure, day)));
  const hoveredDay = days.find(({ day }) => day === at);
  const top = scaleTop(measure, maxAmount);
  const [first] = days;
  const middle = days[Math.floor(days.length / 2)];
  const last = days.at(-1);
  return (
    <section className="rounded-card border bg-surface p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-medium">{measureLabel[measure]} by day</h2>
        <p className="text-muted text-secondary tabular-nums">
          {hoveredDay
            ? `${formatDay(hoveredDay.day)}: ${formatMeasure(measure, findAmount(measure, hoveredDay))}`
            : maxAmount > 0
              ? `Highest day: ${formatMeasure(measure, maxAmount)}`
              : `No ${measureLabel[measure].toLowerCase()} in this period`}
        </p>
      </header>
      <div aria-hidden className="relative mt-4 h-44 border-b" onPointerLeave={() => setAt(undefined)}>
        {[1, 0.5].map((part) => (
          <div key={part} className="absolute inset-x-0 border-t" style={{ bottom: `${part * 100}%` }}>
            {maxAmount > 0 && (part === 1 || measure === "cost" || top > 1) && (
              <span className="absolute left-0 text-label text-muted tabular-nums">
                {scaleLabel(measure, part * top)}
              </span>
            )}
          </div>
        ))}
        <div
          className={cn("absolute inset-y-0 right-0 left-12 flex items-end", days.length <= 100 && "gap-px sm:gap-0.5")}
        >
          {days.map((day) => {
            const value = findAmount(measure, day);
            return (
              <div key={day.day} className="flex h-full min-w-0 flex-1 items-end" onPointerEnter={() => setAt(day.day)}>
                <div
                  className={cn("w-full rounded-t-mark bg-accent", at !== undefined && at !== day.day && "opacity-50")}
                  // Small values keep a visible bar.
                  style={{ height: value > 0 ? `max(2px, ${(100 * value) / top}%)` : 0 }}
                />
              </div>
            );
          })}
        </div>
      </div>
      <p aria-hidden className="mt-1 ml-12 flex justify-between text-label text-muted">
        <span>{first && formatDay(first.day)}</span>
        <span>{middle && formatDay(middle.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      <table className="sr-only">
        <caption>{measureLabel[measure]} by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{measureLabel[measure]}</th>
          </tr>
        </thead>
        <tbody>
          {days
            .filter((day) => findAmount(measure, day) > 0)
            .map((day) => (
              <tr key={day.day}>
                <th scope="row">{formatDay(day.day)}</th>
                <td>{formatMeasure(measure, findAmount(measure, day))}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
