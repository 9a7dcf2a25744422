const maxTimerMs = 2 ** 31 - 1;

/** Runs work at the given time: immediately if it has passed, never for null. Returns a function to cancel it. */
export function onExpiry(expires: Date | null, work: () => void): () => void {
  if (!expires) return () => {};
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = expires.getTime() - Date.now();
    timer = setTimeout(() => (left > maxTimerMs ? wait() : work()), Math.max(0, Math.min(left, maxTimerMs)));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
