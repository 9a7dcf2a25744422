import { eq, sql } from "drizzle-orm";
import { datasourceJobs } from "../../../../platform/db/tables/datasources";
import type { StreamChoice } from "../../../connectors/shared/types";
import { listUnseenDocuments, markDeleted, markSeen } from "../work/seen-documents";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";
import { FetchBatch } from "./fetch-batch";
import { type OpenSource, toStreamChoices, withSource } from "./open-source";
import { listAllUnreadKeys, refetch, retryFailed } from "./refetch";

const keysPerPage = 200;

/** Reads every selected stream and records what is new, changed and deleted. Resumes where an earlier attempt stopped. */
export async function fetchSource(work: Work): Promise<void> {
  const { db, datasource, job } = work;
  if (job.attempt === 1) await retryFailed(work);
  await withSource(work, async (source) => {
    for (const choice of toStreamChoices(datasource)) {
      const failed = await fetchStream(work, source, choice);
      // The connector's state may be past them: nothing emits them automatically.
      const keys = (await listAllUnreadKeys(work, choice.name)).filter((key) => !failed.has(key));
      await refetch(work, source, choice, keys);
    }
  });
  await db.update(datasourceJobs).set({ dateFetched: new Date() }).where(eq(datasourceJobs.id, job.id));
}

/** Returns the keys of records that could not be read. */
async function fetchStream(work: Work, source: OpenSource, choice: StreamChoice): Promise<ReadonlySet<string>> {
  const { connector, config, ctx } = source;
  const state = work.datasource.streamState[choice.name] ?? null;
  const batch = new FetchBatch(work, choice.name);
  try {
    for await (const message of connector.read(config, choice, state, ctx)) {
      await batch.add(message);
      if (message.type === "end" && message.complete) await removeMissing(work, source, choice);
    }
  } finally {
    await batch.discard();
  }
  return batch.failed;
}

/** After a complete read: records that were not emitted are checked again, and deleted if they do not exist. */
async function removeMissing(
  { db, datasource, job }: Work,
  { connector, config, ctx }: OpenSource,
  choice: StreamChoice,
): Promise<void> {
  for (;;) {
    const keys = (await listUnseenDocuments(db, datasource.id, choice.name, job.id, keysPerPage)).map(({ key }) => key);
    if (keys.length === 0) break;
    const deleted = new Set(await connector.findDeleted(config, choice, keys, ctx));
    const existing = keys.filter((key) => !deleted.has(key));
    await db.transaction(async (tx) => {
      await lockDatasource(tx, datasource.id);
      const removed = deleted.size > 0 ? await markDeleted(tx, datasource.id, choice.name, [...deleted]) : 0;
      if (existing.length > 0) await markSeen(tx, datasource.id, choice.name, job.id, existing);
      await tx
        .update(datasourceJobs)
        .set({ removed: sql`${datasourceJobs.removed} + ${removed}` })
        .where(eq(datasourceJobs.id, job.id));
    });
  }
}
