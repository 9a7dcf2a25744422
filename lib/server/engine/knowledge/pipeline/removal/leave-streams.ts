import { and, eq, notInArray, sql } from "drizzle-orm";
import { datasourceJobs, datasources, documents } from "../../../../platform/db/tables/datasources";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";

/**
 * Deletes the documents and states of streams that are no longer selected, so that they are read from the beginning if selected
 * again.
 */
export async function leaveStreams({ db, datasource, job }: Work): Promise<void> {
  const { id, sourceType, streamConfig, streamState } = datasource;
  if (sourceType === "file") return;
  const chosen = streamConfig.map(({ name }) => name);
  const left = and(
    eq(documents.datasourceId, id),
    eq(documents.gone, false),
    chosen.length > 0 ? notInArray(documents.stream, chosen) : undefined,
  );
  const kept = Object.fromEntries(Object.entries(streamState).filter(([name]) => chosen.includes(name)));
  const isKept = Object.keys(kept).length === Object.keys(streamState).length;
  if (isKept && (await db.$count(documents, left)) === 0) return;
  await db.transaction(async (tx) => {
    await lockDatasource(tx, id);
    const rows = await tx
      .update(documents)
      .set({ gone: true, dateUpdated: new Date() })
      .where(left)
      .returning({ id: documents.id });
    await tx.update(datasources).set({ streamState: kept }).where(eq(datasources.id, id));
    await tx
      .update(datasourceJobs)
      .set({ removed: sql`${datasourceJobs.removed} + ${rows.length}` })
      .where(eq(datasourceJobs.id, job.id));
  });
  datasource.streamState = kept;
}
