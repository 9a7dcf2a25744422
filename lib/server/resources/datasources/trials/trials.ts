import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { trialDays } from "@/lib/constants/datasources";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { isSameChunking } from "@/lib/utils/same-chunking";
import type { TeamCallContext } from "../../../access/calls/implement";
import { requireStorage } from "../../../access/plans/limits";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { recordVectorRemoval } from "../../../engine/knowledge/pipeline/removal/remove-vectors";
import { reprocess } from "../../../engine/knowledge/pipeline/removal/reprocess";
import { buildRestartColumns } from "../../../engine/knowledge/pipeline/work/documents";
import { addJob } from "../../../engine/knowledge/pipeline/work/jobs";
import { wakeIngest } from "../../../engine/knowledge/pipeline/work/wake";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { editedBy, lockRow } from "../../../platform/db/query/edit";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { chunks, documents } from "../../../platform/db/tables/documents";
import { AppError, invalidField, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { createDatasource, deleteDatasource, updateDatasource } from "../store/actions";
import { copyChunks, copyDocuments } from "../store/copies";

type DatasourceId = Pick<DatasourceRow, "id" | "teamId">;

const matchesTrial = ({ id, teamId }: DatasourceId) => and(eq(datasources.teamId, teamId), eq(datasources.trialOf, id));

export async function findTrial(db: Reader, row: DatasourceId): Promise<DatasourceRow | undefined> {
  const [found] = await db.select().from(datasources).where(matchesTrial(row));
  return found;
}

export async function getTrial(db: Reader, row: DatasourceId): Promise<DatasourceRow> {
  const found = await findTrial(db, row);
  if (!found) throw notFound("This comparison");
  return found;
}

/** The newest job of a trial or datasource. */
export async function findLastJob(db: Reader, id: string): Promise<typeof datasourceJobs.$inferSelect | undefined> {
  const [job] = await db
    .select()
    .from(datasourceJobs)
    .where(eq(datasourceJobs.datasourceId, id))
    .orderBy(asc(isNotNull(datasourceJobs.dateEnded)), desc(datasourceJobs.dateCreated), desc(datasourceJobs.id))
    .limit(1);
  return job;
}

/** Throws while a trial is in progress. */
export async function requireDone(db: Reader, trial: DatasourceRow): Promise<void> {
  const job = await findLastJob(db, trial.id);
  if (job && !job.dateEnded)
    throw new AppError("conflict", "The comparison is running. Wait until all documents are stored.");
  if (job?.status !== "completed")
    throw new AppError("conflict", "The comparison didn't finish. Resume or discard it.");
}

/** Returns a lower bound for the storage with these settings: the text, and a vector per full chunk. */
async function estimateMinBytes(db: Reader, { id, collection }: DatasourceRow, { size }: Chunking): Promise<number> {
  const lengths = db
    .select({ length: sql<number>`max(${chunks.stop}) - min(${chunks.start})`.as("length") })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.id, chunks.documentId), eq(documents.served, chunks.generation)))
    .where(and(eq(chunks.datasourceId, id), eq(documents.gone, false)))
    .groupBy(documents.id)
    .as("lengths");
  const [found] = await db
    .select({
      text: sql<number>`coalesce(sum(${lengths.length}), 0)::float8`,
      vectors: sql<number>`coalesce(sum(ceil(${lengths.length}::float8 / ${size}::float8)), 0)::float8`,
    })
    .from(lengths);
  return (found?.text ?? 0) + (found?.vectors ?? 0) * 4 * (collection?.dimensions ?? 0);
}

/** Starts a trial: copies of the documents are chunked and embedded with other settings. The datasource is unchanged. */
export async function startTrial({ write, teamId, team, accountId }: TeamCallContext, id: string, chunking: Chunking) {
  await write(async (tx) => {
    // Locks the organization before the datasource, like reserving storage.
    await requireStorage(tx, team.orgId, await estimateMinBytes(tx, await getDatasource(tx, teamId, id), chunking));
    await lockRow(tx, datasources, teamId, id);
    const row = await getDatasource(tx, teamId, id);
    if (await findTrial(tx, row))
      throw new AppError("conflict", "A chunking comparison already exists. Apply or discard it first.");
    if (row.documentsStored === 0)
      throw new AppError("conflict", "No documents are stored yet, so there is nothing to compare.");
    if ((await findLastJob(tx, id))?.dateEnded === null)
      throw new AppError(
        "conflict",
        "Documents are being processed. Start the comparison when processing is complete.",
      );
    if (isSameChunking(chunking, row.chunking))
      throw invalidField("chunking.strategy", "The documents already use these chunking settings.");
    const trialId = newId("datasource");
    const { name, sourceType, embeddingModelId, vectorDbId } = row;
    await createDatasource(tx, {
      id: trialId,
      trialOf: id,
      teamId,
      createdBy: accountId,
      name,
      sourceType,
      status: "embedding",
      chunking,
      embeddingModelId,
      vectorDbId,
    });
    await copyDocuments(tx, id, trialId);
    await addJob(tx, { teamId, datasourceId: trialId }, "upload", accountId);
  });
  return {};
}

/** Locks a datasource and runs work with its trial. */
function withTrial(
  { write, teamId }: Pick<TeamCallContext, "write" | "teamId">,
  id: string,
  work: (tx: Tx, trial: DatasourceRow, row: DatasourceRow) => Promise<unknown>,
): Promise<Record<string, never>> {
  return write(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await getDatasource(tx, teamId, id);
    await work(tx, await getTrial(tx, row), row);
    return {};
  });
}

export const stopTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, (tx, trial) =>
    tx
      .update(datasourceJobs)
      .set({ cancelRequested: true })
      .where(and(eq(datasourceJobs.datasourceId, trial.id), isNull(datasourceJobs.dateEnded))),
  );

/** Resumes a trial, and retries its failed documents. */
export const resumeTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, async (tx, trial) => {
    const failed = and(eq(documents.datasourceId, trial.id), eq(documents.stage, "failed"));
    await tx.update(documents).set(buildRestartColumns()).where(failed);
    await addJob(tx, { teamId: ctx.teamId, datasourceId: trial.id }, "upload", ctx.accountId);
  });

/** Applies the trial's settings to the datasource. Its chunks and vectors are reused, and only have to be stored. */
export const applyTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, async (tx, trial, row) => {
    await requireDone(tx, trial);
    await updateDatasource(tx, ctx.teamId, id, { chunking: trial.chunking, ...editedBy(ctx.accountId) });
    await reprocess(tx, id, "fetched");
    await copyChunks(tx, id, trial.id);
    await removeTrial(tx, row);
    await addJob(tx, { teamId: ctx.teamId, datasourceId: id }, "upload", ctx.accountId);
  });

export const discardTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, (tx, _trial, row) => {
    // A worker removes its vectors.
    afterCommit(tx, wakeIngest);
    return removeTrial(tx, row);
  });

/** Deletes the trial of a locked datasource, if any. Its files belong to the datasource. */
export async function removeTrial(tx: Tx, row: DatasourceId): Promise<void> {
  const [trial] = await tx.select().from(datasources).where(matchesTrial(row)).for("update");
  if (!trial) return;
  await recordVectorRemoval(tx, trial);
  await deleteDatasource(tx, trial);
}

/** Deletes abandoned trials. */
export async function sweepTrials(db: Db): Promise<void> {
  const old = await db
    .select({ id: datasources.trialOf, teamId: datasources.teamId })
    .from(datasources)
    .where(
      and(
        isNotNull(datasources.trialOf),
        lt(datasources.dateCreated, sql`now() - make_interval(days => ${trialDays})`),
      ),
    );
  for (const { id, teamId } of old)
    if (id)
      await db.transaction(async (tx) => {
        await lockRow(tx, datasources, teamId, id);
        await removeTrial(tx, { id, teamId });
      });
}
