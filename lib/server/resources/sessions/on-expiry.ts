const longestTimerMs = 2 ** 31 - 1;

/** Runs work at a time, immediately if that has passed, never for null. Returns a function to cancel it. */
export function onExpiry(expires: Date | null, work: () => void): () => void {
  if (!expires) return () => {};
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = expires.getTime() - Date.now();
    timer = setTimeout(() => (left > longestTimerMs ? wait() : work()), Math.max(0, Math.min(left, longestTimerMs)));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
