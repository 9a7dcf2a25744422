import { and, eq, notInArray, sql } from "drizzle-orm";
import { datasourceJobs, datasources } from "../../../../platform/db/tables/datasources";
import { documents } from "../../../../platform/db/tables/documents";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";

/**
 * Deletes the documents and states of streams that are no longer selected, so that they are read from the beginning if selected
 * again.
 */
export async function removeUnselectedStreams({ db, datasource, job }: Work): Promise<void> {
  const { id, sourceType, streamConfig, streamState } = datasource;
  if (sourceType === "file") return;
  const selected = streamConfig.map(({ name }) => name);
  const unselected = and(
    eq(documents.datasourceId, id),
    eq(documents.gone, false),
    selected.length > 0 ? notInArray(documents.stream, selected) : undefined,
  );
  const selectedState = Object.fromEntries(Object.entries(streamState).filter(([name]) => selected.includes(name)));
  const isUnchanged = Object.keys(selectedState).length === Object.keys(streamState).length;
  if (isUnchanged && (await db.$count(documents, unselected)) === 0) return;
  await db.transaction(async (tx) => {
    await lockDatasource(tx, id);
    const rows = await tx
      .update(documents)
      .set({ gone: true, dateUpdated: new Date() })
      .where(unselected)
      .returning({ id: documents.id });
    await tx.update(datasources).set({ streamState: selectedState }).where(eq(datasources.id, id));
    await tx
      .update(datasourceJobs)
      .set({ removed: sql`${datasourceJobs.removed} + ${rows.length}` })
      .where(eq(datasourceJobs.id, job.id));
  });
  datasource.streamState = selectedState;
}
