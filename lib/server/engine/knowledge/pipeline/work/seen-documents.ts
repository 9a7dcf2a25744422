import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";
import { documents } from "../../../../platform/db/tables/documents";

/** Marks documents as deleted in the source. Returns how many there were. */
export async function markDeleted(tx: Tx, datasourceId: string, stream: string, keys: string[]): Promise<number> {
  const rows = await tx
    .update(documents)
    .set({ gone: true, dateUpdated: new Date() })
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.stream, stream),
        inArray(documents.key, keys),
        eq(documents.gone, false),
      ),
    )
    .returning({ id: documents.id });
  return rows.length;
}

/** Documents of a stream that this job has not seen, in pages. */
export const listUnseenDocuments = (
  tx: Pick<Tx, "select">,
  datasourceId: string,
  stream: string,
  jobId: string,
  limit: number,
) =>
  tx
    .select({ key: documents.key })
    .from(documents)
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.stream, stream),
        eq(documents.gone, false),
        or(isNull(documents.seenBy), ne(documents.seenBy, jobId)),
      ),
    )
    .limit(limit);

/** Marks documents as seen and unchanged. */
export async function markSeen(
  tx: Tx,
  datasourceId: string,
  stream: string,
  jobId: string,
  keys: string[],
): Promise<void> {
  await tx
    .update(documents)
    .set({ seenBy: jobId })
    .where(and(eq(documents.datasourceId, datasourceId), eq(documents.stream, stream), inArray(documents.key, keys)));
}
