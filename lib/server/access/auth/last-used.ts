const recordedEveryMs = 60_000;

/** Whether the date of a credential's last use is old enough to be written again, which happens at most once a minute. */
export const isLastUseDue = (lastUsed: Date | null, now = new Date()): boolean =>
  !lastUsed || now.getTime() - lastUsed.getTime() > recordedEveryMs;
