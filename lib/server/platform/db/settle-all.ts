/**
 * Waits for statements of a transaction that are sent together, also for the others when one fails: what is sent later would be
 * executed after the rollback, on its own. Then throws the first failure in their order.
 */
export async function settleAll<const T extends readonly unknown[]>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(statements);
  return Promise.all(statements);
}
