import type pg from "pg";

/** What runs statements: a pool, one of its connections, or what stands for them. */
export interface Runner {
  query(config: pg.QueryConfig & { rowMode?: "array" | undefined }, values: unknown[]): Promise<pg.QueryResult>;
}

/** A pool with a connection that short reads share. */
export interface SharedRunner extends Runner {
  short?: Runner;
}

/** Whether a statement only reads, and takes no locks if it is not in a transaction. */
export const isRead = (text: string | undefined): boolean => /^\s*select\b/i.test(text ?? "");

/**
 * Sends statements over one connection of the pool, taken for as long as any of them is pending: many of them need few
 * writes, and the others of the pool remain for transactions. The client must be in pipeline mode. Only for reads that are
 * short: one that takes long would delay those behind it.
 */
export function shareConnection(pool: pg.Pool): Runner {
  let current: { client: Promise<pg.PoolClient>; pending: number } | undefined;
  return {
    async query(config, values) {
      current ??= { client: pool.connect(), pending: 0 };
      const shared = current;
      shared.pending += 1;
      try {
        return await (await shared.client).query(config, values);
      } catch (error) {
        // It may be lost: the next statements take another one.
        if (current === shared) current = undefined;
        throw error;
      } finally {
        shared.pending -= 1;
        if (shared.pending === 0) {
          if (current === shared) current = undefined;
          // Without a connection there is nothing to release.
          void shared.client.then((client) => client.release()).catch(() => undefined);
        }
      }
    },
  };
}
