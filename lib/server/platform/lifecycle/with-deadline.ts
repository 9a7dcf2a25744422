/** Rejects with `createError()` unless the work ends within `ms`. The work goes on. */
export async function withDeadline<T>(work: Promise<T>, ms: number, createError: () => Error): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(createError()), ms);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
