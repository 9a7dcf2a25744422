"use client";

import { useSyncExternalStore } from "react";
import { relativeTime } from "@/lib/utils/text/relative-time";

/** A shared clock, which only ticks while it has listeners. */
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function clock(): number {
  if (timer === undefined) now = Math.max(now, Math.floor(Date.now() / 1_000) * 1_000);
  return now;
}

interface RelativeTimeProps {
  date: string | Date;
  /** Of something that is going to happen: clocks differ, so the date does not say. */
  upcoming?: boolean;
  className?: string;
}

/** `3 hours ago`; the exact time is its title. */
export function RelativeTime({ date, upcoming, className }: RelativeTimeProps) {
  const at = new Date(date);
  const shown = relativeTime(at, useSyncExternalStore(subscribe, clock, clock), upcoming);
  return (
    <time
      dateTime={at.toISOString()}
      title={at.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}
      suppressHydrationWarning
      className={className ?? "whitespace-nowrap"}
    >
      {shown}
    </time>
  );
}
