/**
 * Works on up to `count` items at a time, taking each when it is its turn. Throws the first failure; work under way then ends, and
 * no other begins.
 */
export async function inParallel<T>(
  items: AsyncIterable<T> | Iterable<T>,
  count: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failed = false;
  async function workOnEach(): Promise<void> {
    try {
      for (let next = await iterator.next(); !next.done && !failed; next = await iterator.next())
        await work(next.value);
    } catch (error) {
      failed = true;
      throw error;
    }
  }
  const results = await Promise.allSettled(Array.from({ length: count }, workOnEach));
  await iterator.return?.();
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
