import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { trialDays } from "@/lib/constants/datasources";
import type { Chunking } from "@/lib/contract/datasources";
import { isSameChunking } from "@/lib/utils/same-chunking";
import { requireStorage } from "../billing/limits";
import type { Db, Tx } from "../db/client";
import { lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { AppError, invalidField, notFound } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { goOn } from "../knowledge/pipeline/documents";
import { addJob } from "../knowledge/pipeline/jobs";
import { noteVectors } from "../knowledge/pipeline/remove-vectors";
import { goThroughAgain } from "./again";
import { copyDocuments, takeChunks } from "./copies";
import { type DatasourceRow, datasourceOf } from "./service";
import { chunks, datasourceJobs, datasources, documents } from "./table";

type Reader = Pick<Db, "select">;
type Place = Pick<DatasourceRow, "id" | "teamId">;

const of = ({ id, teamId }: Place) => and(eq(datasources.teamId, teamId), eq(datasources.trialOf, id));

export async function findTrial(db: Reader, row: Place): Promise<DatasourceRow | undefined> {
  const [found] = await db.select().from(datasources).where(of(row));
  return found;
}

export async function trialOf(db: Reader, row: Place): Promise<DatasourceRow> {
  const found = await findTrial(db, row);
  if (!found) throw notFound("This trial");
  return found;
}

/** The newest job of a trial or a datasource. */
export async function lastJob(db: Reader, id: string): Promise<typeof datasourceJobs.$inferSelect | undefined> {
  const [job] = await db
    .select()
    .from(datasourceJobs)
    .where(eq(datasourceJobs.datasourceId, id))
    .orderBy(asc(isNotNull(datasourceJobs.dateEnded)), desc(datasourceJobs.dateCreated), desc(datasourceJobs.id))
    .limit(1);
  return job;
}

/** Throws while a trial has not come to its end. */
export async function requireDone(db: Reader, trial: DatasourceRow): Promise<void> {
  const job = await lastJob(db, trial.id);
  if (job && !job.dateEnded)
    throw new AppError("conflict", "The trial is under way. Wait until all its documents are stored.");
  if (job?.status !== "completed")
    throw new AppError("conflict", "The trial has stopped before its end. Go on with it, or discard it.");
}

/** What the documents will take cut in this way, at the least: their text once, and a vector for each full chunk. */
async function leastBytes(db: Reader, { id, collection }: DatasourceRow, { size }: Chunking): Promise<number> {
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

/** Begins to cut and embed copies of a datasource's documents in another way. The datasource stays as it is. */
export async function startTrial({ db, teamId, team, accountId }: TeamCallContext, id: string, chunking: Chunking) {
  await db.transaction(async (tx) => {
    // Holds the organisation, which comes before the datasource, as where storage is booked.
    await requireStorage(tx, team.orgId, await leastBytes(tx, await datasourceOf(tx, teamId, id), chunking));
    await lockRow(tx, datasources, teamId, id);
    const row = await datasourceOf(tx, teamId, id);
    if (await findTrial(tx, row))
      throw new AppError("conflict", "Another chunking is tried already. Use it or discard it first.");
    if (row.documentsStored === 0)
      throw new AppError("conflict", "No document is stored yet: there is nothing to compare.");
    if ((await lastJob(tx, id))?.dateEnded === null)
      throw new AppError("conflict", "Documents are being worked on. Try another chunking when that is done.");
    if (isSameChunking(chunking, row.chunking))
      throw invalidField("chunking.strategy", "The documents are cut this way already.");
    const trialId = newId("datasource");
    const { name, sourceType, embeddingModelId, vectorDbId } = row;
    await tx.insert(datasources).values({
      ...{ id: trialId, trialOf: id, teamId, createdBy: accountId, name, sourceType, status: "embedding", chunking },
      ...{ embeddingModelId, vectorDbId },
    });
    await copyDocuments(tx, id, trialId);
    await addJob(tx, { teamId, datasourceId: trialId }, "upload", accountId);
  });
  return {};
}

/** Holds a datasource, then does something with its trial. */
function withTrial(
  { db, teamId }: Pick<TeamCallContext, "db" | "teamId">,
  id: string,
  work: (tx: Tx, trial: DatasourceRow, row: DatasourceRow) => Promise<unknown>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await datasourceOf(tx, teamId, id);
    await work(tx, await trialOf(tx, row), row);
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

/** Its failed documents are tried again as well. */
export const resumeTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, async (tx, trial) => {
    const failed = and(eq(documents.datasourceId, trial.id), eq(documents.stage, "failed"));
    await tx.update(documents).set(goOn()).where(failed);
    await addJob(tx, { teamId: ctx.teamId, datasourceId: trial.id }, "upload", ctx.accountId);
  });

/** The datasource is cut as its trial was from now on. What the trial has made is taken: it only has to be stored. */
export const useTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, async (tx, trial, row) => {
    await requireDone(tx, trial);
    await tx
      .update(datasources)
      .set({ chunking: trial.chunking, version: nextVersion, updatedBy: ctx.accountId, dateUpdated: new Date() })
      .where(eq(datasources.id, id));
    await goThroughAgain(tx, id, "fetched");
    await takeChunks(tx, id, trial.id);
    await removeTrial(tx, row);
    await addJob(tx, { teamId: ctx.teamId, datasourceId: id }, "upload", ctx.accountId);
  });

export const discardTrial = (ctx: TeamCallContext, id: string) =>
  withTrial(ctx, id, (tx, _trial, row) => removeTrial(tx, row));

/** Deletes the trial of a datasource that is held, if there is one. Its documents' files are not its own. */
export async function removeTrial(tx: Tx, row: Place): Promise<void> {
  const [trial] = await tx.select().from(datasources).where(of(row)).for("update");
  if (!trial) return;
  await noteVectors(tx, trial);
  await tx.delete(datasources).where(eq(datasources.id, trial.id));
}

/** Deletes the trials that nobody has ended. */
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
