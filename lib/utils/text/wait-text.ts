import { pluralize } from "./pluralize";

/** Formats a waiting time in seconds up to 90, minutes up to 90, else hours; rounded up. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return pluralize(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? pluralize(minutes, "minute") : pluralize(Math.ceil(minutes / 60), "hour");
}
