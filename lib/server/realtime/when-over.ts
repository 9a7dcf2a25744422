const longestTimerMs = 2 ** 31 - 1;

/** Does something at a time, at once if that has passed, never for null. Answers the way to leave it undone. */
export function whenOver(expires: Date | null, work: () => void): () => void {
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
