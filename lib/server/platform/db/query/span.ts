import { invalidField } from "../../errors/errors";

const dayMs = 86_400_000;
const defaultDays = 30;
const maxDays = 366;

/** First and last day, inclusive, as `2026-01-31` in UTC. */
export interface Span {
  from: string;
  to: string;
}

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The last 30 days by default. Throws 400 for a span that is empty or longer than a year. */
export function toSpan({ from, to }: { from?: string; to?: string }, now = Date.now()): Span {
  const end = to ?? toDay(now);
  const start = from ?? toDay(Date.parse(end) - (defaultDays - 1) * dayMs);
  const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1;
  if (days < 1) throw invalidField("from", "The start date can't be after the end date.");
  if (days > maxDays) throw invalidField("from", `Choose up to ${maxDays} days.`);
  return { from: start, to: end };
}

export function listDays({ from, to }: Span): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(toDay(time));
  return days;
}
