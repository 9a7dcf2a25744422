import { eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "../../platform/db/client";
import type { shareLinks, shareVisitors } from "../../platform/db/tables/shares";
import { AppError } from "../../platform/errors/errors";

const hourMs = 3_600_000;

/** The counter's columns, and its window. */
export const day = { began: "day_began", count: "day_messages", ms: 24 * hourMs };
export const hour = { began: "hour_began", count: "hour_sessions", ms: hourMs };

interface Limit {
  table: typeof shareLinks | typeof shareVisitors;
  id: string;
  time: typeof day;
  max: number | AnyPgColumn;
  /** The subject of the error message: "You have …". */
  sentence: string;
  /** Additional column updates. */
  also?: SQL;
}

/**
 * Consumes one unit of a limit in the transaction that uses it: the row lock serializes concurrent calls, and failed ones are
 * not counted. Throws 429 with the time to wait.
 */
export async function countUse(tx: Tx, { table, id, time, max, sentence, also }: Limit): Promise<void> {
  const [began, count] = [sql.identifier(time.began), sql.identifier(time.count)];
  const isOverLimit = sql`${began} <= now() - ${time.ms} * interval '1 millisecond'`;
  const counted = await tx.execute(sql`update ${table}
    set ${began} = case when ${isOverLimit} then now() else ${began} end,
        ${count} = case when ${isOverLimit} then 1 else ${count} + 1 end,
        last_used = now()${also ?? sql``}
    where ${eq(table.id, id)} and (${isOverLimit} or ${count} < ${max})`);
  if (counted.rowCount) return;
  const waitMs = sql<number>`extract(epoch from ${began}) * 1000 + ${time.ms} - extract(epoch from now()) * 1000`;
  const { rows } = await tx.execute<{ ms: string }>(
    sql`select ${waitMs} as ms from ${table} where ${eq(table.id, id)}`,
  );
  const [row] = rows;
  if (!row) throw new AppError("not_found", "This link doesn't exist or is no longer available.");
  const retryAfter = Math.max(1, Math.ceil(Number(row.ms) / 1_000));
  throw new AppError("rate_limited", `${sentence} Try again ${formatWait(retryAfter)}.`, { retryAfter });
}

function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "in an hour" : `in ${hours} hours`;
}
