import { and, asc, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import type { DocumentStage } from "@/lib/constants/datasources";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { documentSchema } from "@/lib/contract/documents/schemas";
import { isListed } from "../../../engine/knowledge/find-datasource";
import type { Db, Reader } from "../../../platform/db/client";
import { defineTeamList, onPage } from "../../../platform/db/query/list";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { chunks, documents } from "../../../platform/db/tables/documents";
import { notFound } from "../../../platform/errors/errors";
import { describeWait } from "./waiting";

type DocumentRow = typeof documents.$inferSelect;

const toDocumentView = (row: DocumentRow, isWorking: boolean) =>
  pickFields(documentSchema, {
    ...row,
    _id: row.id,
    chunks: row.chunkCount,
    waiting: describeWait(row, isWorking),
  });

/** Whether the datasource has an active job, or one that will resume automatically. */
async function hasOpenJob(db: Reader, datasourceId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: datasourceJobs.id })
    .from(datasourceJobs)
    .where(and(eq(datasourceJobs.datasourceId, datasourceId), sql`${datasourceJobs.dateEnded} is null`))
    .limit(1);
  return row !== undefined;
}

const columns = {
  id: documents.id,
  name: documents.title,
  // Users may know a file by its name rather than its title.
  description: documents.filename,
  teamId: documents.teamId,
  dateCreated: documents.dateCreated,
  dateUpdated: documents.dateUpdated,
};
const endedStages: DocumentStage[] = ["stored", "failed", "skipped"];

type Filter = { stage?: DocumentStage };

const readPage = defineTeamList<Filter & { datasourceId: string; open?: true; ended?: true }>()(
  {
    columns,
    visible: ({ datasourceId }) => and(eq(documents.datasourceId, datasourceId), eq(documents.gone, false)),
    matches: ({ stage, open, ended }) =>
      and(
        open && notInArray(documents.stage, endedStages),
        ended && inArray(documents.stage, endedStages),
        stage && eq(documents.stage, stage),
      ),
  },
  (db, _given, page) => onPage(db.select().from(documents), page),
  ({ id }) => id,
);

export async function listDocuments(
  db: Reader,
  { id: datasourceId, teamId }: { id: string; teamId: string },
  { open, ...query }: ListQuery & Filter & { open?: boolean },
) {
  const state = open === undefined ? {} : open ? { open } : { ended: true as const };
  const [{ rows, next }, isWorking] = await Promise.all([
    readPage(db, { ...query, ...state, teamId, datasourceId }),
    hasOpenJob(db, datasourceId),
  ]);
  return { documents: rows.map((row) => toDocumentView(row, isWorking)), next };
}

export async function getDocument(db: Reader, teamId: string, datasourceId: string, id: string): Promise<DocumentRow> {
  const [row] = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.teamId, teamId),
        eq(documents.datasourceId, datasourceId),
        eq(documents.id, id),
        eq(documents.gone, false),
        sql`exists (select 1 from ${datasources} where ${datasources.id} = ${documents.datasourceId} and ${isListed})`,
      ),
    );
  if (!row) throw notFound("This document");
  return row;
}

/** A document with some of its current or future chunks. */
export async function viewDocument(db: Db, row: DocumentRow, { after = -1, limit }: { after?: number; limit: number }) {
  const found = await db
    .select({
      position: chunks.position,
      text: chunks.text,
      page: chunks.page,
      lastPage: chunks.lastPage,
      headings: chunks.headings,
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
  return { document: toDocumentView(row, await hasOpenJob(db, row.datasourceId)), chunks: shownChunks, next };
}

/** The number of documents per stream. */
export async function countByStream(db: Reader, datasourceId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ stream: documents.stream, count: sql<number>`count(*)::int` })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasourceId), eq(documents.gone, false)))
    .groupBy(documents.stream);
  return Object.fromEntries(rows.map(({ stream, count }) => [stream, count]));
}
