import { and, eq, ne } from "drizzle-orm";
import { truncate } from "@/lib/utils/text/truncate";
import type { Tx } from "../../../../platform/db/client";
import { timeFromNow } from "../../../../platform/db/query/time-from-now";
import { documents } from "../../../../platform/db/tables/documents";
import { newId } from "../../../../platform/ids/ids";
import { computeBackoff, maxAttempts } from "../../retry";
import { lockDocuments, maxTitle, type StreamJob } from "./documents";

const maxReason = 1_000;

/** A record that exists in its source but could not be fetched. */
export interface Unread {
  key: string;
  title: string;
  uri: string | null;
  reason: string;
  /** A retry may succeed. */
  retryable: boolean;
  retryAfterMs?: number | undefined;
}

/** Matches no content's hash: whatever is fetched counts as changed. */
export const unreadHash = "";

/** Documents that the source did not provide in the last attempt. Their stored content is retained. */
export const unread = and(
  eq(documents.contentHash, unreadHash),
  eq(documents.gone, false),
  ne(documents.stage, "skipped"),
);

/** Counts an attempt, and schedules the next one if that may help. */
export function scheduleRetry(
  attempt: number,
  { retryable, retryAfterMs }: Pick<Unread, "retryable" | "retryAfterMs">,
) {
  const canRetry = retryable && attempt + 1 < maxAttempts;
  return { attempt: attempt + 1, nextRetry: canRetry ? timeFromNow(computeBackoff(attempt + 1, retryAfterMs)) : null };
}

/**
 * Records what could not be fetched: as failed if nothing of it is stored, otherwise as unchanged, with the reason. Returns how
 * many are new.
 */
export async function writeUnread(
  tx: Tx,
  { teamId, datasourceId, stream, jobId }: StreamJob,
  unread: Unread[],
): Promise<number> {
  const newest = new Map(unread.map((one) => [one.key, one]));
  const existing = await lockDocuments(tx, datasourceId, stream, [...newest.keys()]);
  for (const { id, key, stage, attempt } of existing) {
    const one = newest.get(key);
    const failure = one &&
      (stage === "stored" || stage === "failed") && {
        error: truncate(one.reason, maxReason),
        ...scheduleRetry(attempt, one),
        dateUpdated: new Date(),
        failedStage: stage === "failed" ? ("fetched" as const) : null,
      };
    await tx
      .update(documents)
      .set({ seenBy: jobId, contentHash: unreadHash, ...failure })
      .where(eq(documents.id, id));
    newest.delete(key);
  }
  if (newest.size > 0)
    await tx.insert(documents).values(
      [...newest.values()].map(({ key, title, uri, reason, ...one }) => ({
        id: newId("document"),
        teamId,
        datasourceId,
        stream,
        key,
        uri,
        title: truncate(title, maxTitle),
        contentHash: unreadHash,
        stage: "failed" as const,
        failedStage: "fetched" as const,
        seenBy: jobId,
        error: truncate(reason, maxReason),
        ...scheduleRetry(0, one),
      })),
    );
  return newest.size;
}
