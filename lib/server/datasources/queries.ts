import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DatasourceStatus, DocumentStage } from "@/lib/constants/datasources";
import type { datasourceSchema, jobSchema } from "@/lib/contract/datasources";
import type { documentSchema } from "@/lib/contract/documents";
import type { ListQuery } from "@/lib/contract/fields";
import { editorName } from "../accounts/service";
import { accounts } from "../accounts/table";
import { agents } from "../agents/table";
import type { Db } from "../db/client";
import { keyset, keysetOf, pageIds } from "../db/list";
import { subselect } from "../db/subselect";
import { notFound } from "../http/errors";
import { models } from "../models/table";
import { tools } from "../tools/table";
import { maskedDatasource } from "./config";
import { chunks, datasourceJobs, datasources, documents } from "./table";
import { waitingFor } from "./waiting";

type Reader = Pick<Db, "select">;
const jobsShown = 50;

const shown = (db: Reader) =>
  db
    .select({
      row: datasources,
      embeddingModelName: models.name,
      toolId: subselect<string | null>(
        sql`select ${tools.id} from ${tools} where ${tools.datasourceId} = ${datasources.id} order by ${tools.dateCreated} limit 1`,
      ),
      underWay: subselect<boolean>(
        sql`select exists (select 1 from ${datasourceJobs} where ${datasourceJobs.datasourceId} = ${datasources.id} and ${datasourceJobs.dateEnded} is null and not (${datasourceJobs.status} = 'waiting' and ${datasources.status} in ('ready', 'error')))`,
      ),
      usedBy: subselect<number>(
        sql`select count(*)::int from ${agents} where ${agents.teamId} = ${datasources.teamId} and ${agents.toolIds} && array(select ${tools.id} from ${tools} where ${tools.datasourceId} = ${datasources.id})`,
      ),
      updatedByName: editorName(datasources),
    })
    .from(datasources)
    .leftJoin(models, and(eq(models.id, datasources.embeddingModelId), eq(models.teamId, datasources.teamId)));

async function datasourceView({
  row,
  ...beside
}: Awaited<ReturnType<typeof shown>>[number]): Promise<z.input<typeof datasourceSchema>> {
  const { id, name, description, sourceType, engine, status, statusMessage, streamConfig, chunking } = row;
  return {
    ...{ _id: id, name, description, sourceType, engine, status, statusMessage, streamConfig, chunking, ...beside },
    config: maskedDatasource(row),
    discoveredSchema: row.discoveredSchema,
    schedule: row.scheduleUnit ? { type: "cron", unit: row.scheduleUnit } : { type: "manual" },
    ...{ nextSync: row.nextDue, embeddingModelId: row.embeddingModelId, vectorDbId: row.vectorDbId },
    recordCount: { total: row.documentsTotal, succeeded: row.documentsStored, failed: row.documentsFailed },
    ...{ lastSyncedDate: row.lastSynced, storageBytes: row.storageBytes, version: row.version },
    ...{ dateCreated: row.dateCreated, dateUpdated: row.dateUpdated },
  };
}

export async function viewDatasource(db: Reader, teamId: string, id: string) {
  const own = and(eq(datasources.teamId, teamId), eq(datasources.id, id), isNull(datasources.trialOf));
  const [found] = await shown(db).where(own);
  if (!found) throw notFound("This datasource");
  return datasourceView(found);
}

export async function listDatasources(db: Db, teamId: string, query: ListQuery & { status?: DatasourceStatus }) {
  const page = keyset(db, datasources, teamId, query, isNull(datasources.trialOf));
  const { ids, next } = await pageIds(db, datasources, page, query.status && eq(datasources.status, query.status));
  const rows = await shown(db)
    .where(inArray(datasources.id, ids))
    .orderBy(...page.order);
  return { datasources: await Promise.all(rows.map(datasourceView)), next };
}

type DocumentRow = typeof documents.$inferSelect;

function documentView(row: DocumentRow, isWorking: boolean): z.input<typeof documentSchema> {
  const { id, datasourceId, title, uri, filename, stream, stage, failedStage, error, attempt, nextRetry, stages } = row;
  return {
    ...{ _id: id, datasourceId, title, uri, filename, stream, stage, failedStage, error, attempt, nextRetry, stages },
    ...{ chunks: row.chunkCount, bytes: row.bytes, dateCreated: row.dateCreated, dateUpdated: row.dateUpdated },
    waiting: waitingFor(row, isWorking),
  };
}

/** Whether a job of the datasource is under way or will go on by itself. */
async function hasOpenJob(db: Reader, datasourceId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: datasourceJobs.id })
    .from(datasourceJobs)
    .where(and(eq(datasourceJobs.datasourceId, datasourceId), sql`${datasourceJobs.dateEnded} is null`))
    .limit(1);
  return row !== undefined;
}

const columns = {
  // What a file calls itself need not be what its people call it.
  ...{ id: documents.id, name: documents.title, description: documents.filename, teamId: documents.teamId },
  ...{ dateCreated: documents.dateCreated, dateUpdated: documents.dateUpdated },
};
const ended: DocumentStage[] = ["stored", "failed", "skipped"];

export async function listDocuments(
  db: Db,
  { id: datasourceId, teamId }: { id: string; teamId: string },
  query: ListQuery & { stage?: DocumentStage; open?: boolean },
) {
  const own = and(eq(documents.teamId, teamId), eq(documents.datasourceId, datasourceId), eq(documents.gone, false));
  const { where, order, limit, cut } = keysetOf(db, columns, own, query);
  const open =
    query.open === undefined
      ? undefined
      : query.open
        ? notInArray(documents.stage, ended)
        : inArray(documents.stage, ended);
  const [found, isWorking] = await Promise.all([
    db
      .select()
      .from(documents)
      .where(and(where, open, query.stage && eq(documents.stage, query.stage)))
      .orderBy(...order)
      .limit(limit),
    hasOpenJob(db, datasourceId),
  ]);
  const { rows, next } = await cut(found, ({ id }) => id);
  return { documents: rows.map((row) => documentView(row, isWorking)), next };
}

export async function documentOf(db: Reader, teamId: string, datasourceId: string, id: string): Promise<DocumentRow> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.teamId, teamId),
        eq(documents.datasourceId, datasourceId),
        eq(documents.id, id),
        eq(documents.gone, false),
        sql`exists (select 1 from ${datasources} where ${datasources.id} = ${documents.datasourceId} and ${datasources.trialOf} is null)`,
      ),
    );
  if (!row) throw notFound("This document");
  return row;
}

/** A document with some of the chunks that are found now, or will be. */
export async function viewDocument(db: Db, row: DocumentRow, { after = -1, limit }: { after?: number; limit: number }) {
  const found = await db
    .select({
      ...{ position: chunks.position, text: chunks.text },
      ...{ page: chunks.page, lastPage: chunks.lastPage, headings: chunks.headings },
    })
    .from(chunks)
    .where(
      and(
        eq(chunks.documentId, row.id),
        eq(chunks.generation, row.served ?? row.generation),
        gt(chunks.position, after),
      ),
    )
    .orderBy(asc(chunks.position))
    .limit(limit + 1);
  const shownChunks = found.slice(0, limit);
  const next = found.length > limit ? (shownChunks.at(-1)?.position ?? null) : null;
  return { document: documentView(row, await hasOpenJob(db, row.datasourceId)), chunks: shownChunks, next };
}

/** How many documents each stream has. */
export async function countByStream(db: Reader, datasourceId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ stream: documents.stream, count: sql<number>`count(*)::int` })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasourceId), eq(documents.gone, false)))
    .groupBy(documents.stream);
  return Object.fromEntries(rows.map(({ stream, count }) => [stream, count]));
}

export async function listJobs(db: Reader, datasourceId: string): Promise<z.input<typeof jobSchema>[]> {
  const rows = await db
    .select({ job: datasourceJobs, startedByName: accounts.name })
    .from(datasourceJobs)
    .leftJoin(accounts, eq(accounts.id, datasourceJobs.startedBy))
    .where(eq(datasourceJobs.datasourceId, datasourceId))
    .orderBy(desc(datasourceJobs.dateCreated), desc(datasourceJobs.id))
    .limit(jobsShown);
  return rows.map(
    ({ job: { id, kind, status, records, added, changed, removed, error, nextRetry, ...dates }, startedByName }) => ({
      ...{ id, kind, status, records, added, changed, removed, error, nextRetry, startedByName },
      ...{ startedAt: dates.dateStarted, endedAt: dates.dateEnded },
    }),
  );
}
