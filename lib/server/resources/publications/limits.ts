import { and, count, eq, inArray } from "drizzle-orm";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { waitText } from "@/lib/utils/text/wait-text";
import { formatUsedUp, isUsedUp, nextMonth } from "../../engine/budgets/budget";
import { selectBudgets } from "../../engine/budgets/service";
import type { Reader, Tx } from "../../platform/db/client";
import { defineQuery } from "../../platform/db/query/define-query";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { variableLimiter } from "../../platform/http/limits/rate-limit";
import { singleton } from "../../platform/process/registry";
import type { PublicationCaller } from "./service";

const minute = 60;
/** When to try again while too many runs are active. */
const retryAfter = 5;

const limiter = () => singleton("limit.publications", () => variableLimiter("publications", minute));

/** Counts a call. Throws 429 when the key or the publication has had too many within a minute. */
export async function limitCalls({ publication, key }: PublicationCaller): Promise<void> {
  const counted = [
    ...(key && key.rate !== null ? [{ id: key.id, max: key.rate }] : []),
    { id: publication.id, max: publication.rate },
  ];
  for (const { id, max } of counted) {
    const wait = await limiter()(id, max);
    if (wait === undefined) continue;
    const sentence = `This publication allows ${pluralize(max, "call")} per minute. Try again in ${waitText(wait)}.`;
    throw new AppError("rate_limited", sentence, { retryAfter: wait });
  }
}

/** The largest request that the caller may send. */
export const maxRequestBytesOf = ({ publication, key }: PublicationCaller): number =>
  Math.min(publication.maxBytes, key?.maxBytes ?? publication.maxBytes);

/** Throws 413 when a request is larger than allowed. */
export function checkSize(caller: PublicationCaller, bytes: number): void {
  const max = maxRequestBytesOf(caller);
  if (bytes > max) throw new AppError("too_large", `The request exceeds the limit of ${formatBytes(max)}.`);
}

/** Throws 429 when a budget of the publication or the key is used up. Others pause the run, as in the console. */
export async function checkOwnBudgets(db: Reader, { publication, key }: PublicationCaller): Promise<void> {
  const rows = await selectBudgets(db, { subjects: [publication.id, ...(key ? [key.id] : [])] });
  const usedUp = rows.find((row) => row.hard && isUsedUp(row));
  if (!usedUp) return;
  const seconds = Math.ceil((nextMonth().getTime() - Date.now()) / 1_000);
  const data = { openAiCode: "insufficient_quota" };
  throw new AppError("rate_limited", `${formatUsedUp(usedUp)}.`, { retryAfter: Math.max(1, seconds), data });
}

const countActive = defineQuery<{ teamId: string; publicationId: string }>()((db, value) =>
  db
    .select({ keyId: runs.keyId, n: count() })
    .from(runs)
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .where(
      and(
        eq(runs.teamId, value("teamId")),
        inArray(runs.status, ["queued", "running"]),
        eq(sessions.publicationId, value("publicationId")),
      ),
    )
    .groupBy(runs.keyId),
);

/** Throws 429 when too many runs are active. The caller has locked the publication's row. */
export async function checkConcurrency(tx: Tx, { publication, key }: PublicationCaller): Promise<void> {
  const rows = await countActive(tx, { teamId: publication.teamId, publicationId: publication.id });
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const own = rows.find(({ keyId }) => keyId === key?.id)?.n ?? 0;
  const isFull = all >= publication.concurrency;
  const max = isFull ? publication.concurrency : (key?.concurrency ?? Number.POSITIVE_INFINITY);
  if (!isFull && own < max) return;
  const sentence = `This publication allows ${pluralize(max, "concurrent run")}. Try again shortly.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}
