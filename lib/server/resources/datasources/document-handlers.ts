import { and, eq, ne, sql } from "drizzle-orm";
import { documents as contract } from "@/lib/contract/documents/schemas";
import { implement } from "../../access/calls/implement";
import { getDatasource } from "../../engine/knowledge/find-datasource";
import { buildRestartColumns } from "../../engine/knowledge/pipeline/work/documents";
import { addJob } from "../../engine/knowledge/pipeline/work/jobs";
import { unread, unreadHash } from "../../engine/knowledge/pipeline/work/unread";
import { updateStatusAfterSkip } from "../../engine/knowledge/pipeline/work/update-status";
import type { Transact, Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import { AppError } from "../../platform/errors/errors";
import { getDocument, listDocuments, viewDocument } from "./store/document-queries";

/** Locks the datasource, changes one of its documents, and adds a job for it. */
function withDocument(
  write: Transact,
  place: { teamId: string; datasourceId: string; documentId: string },
  work: (tx: Tx, row: typeof documents.$inferSelect) => Promise<unknown>,
): Promise<Record<string, never>> {
  return write(async (tx) => {
    await lockRow(tx, datasources, place.teamId, place.datasourceId);
    await work(tx, await getDocument(tx, place.teamId, place.datasourceId, place.documentId));
    return {};
  });
}

const fetchNow = () => ({ attempt: 0, nextRetry: sql<Date>`now()` });

/** The columns that retry a document, depending on its stage. */
function toRetryColumns({ stage, contentHash, fileKey, content }: typeof documents.$inferSelect) {
  if (contentHash === unreadHash && (stage === "stored" || stage === "failed" || (!fileKey && content === null)))
    return {
      ...(stage === "stored" ? {} : { stage: "failed" as const, failedStage: "fetched" as const }),
      ...fetchNow(),
    };
  if (stage === "failed") return buildRestartColumns();
  return { ...(stage === "skipped" ? { stage: "fetched" as const } : {}), nextRetry: null, attempt: 0 };
}

implement(contract, {
  list: async ({ ctx, query }) =>
    listDocuments(ctx.db, await getDatasource(ctx.db, ctx.teamId, query.datasourceId), query),
  get: async ({ ctx, params, query }) =>
    viewDocument(ctx.db, await getDocument(ctx.db, ctx.teamId, params.datasourceId, params.documentId), query),
  remove: ({ ctx: { write, teamId, accountId }, params }) =>
    withDocument(write, { teamId, ...params }, async (tx, row) => {
      await tx.update(documents).set({ gone: true, dateUpdated: new Date() }).where(eq(documents.id, row.id));
      await addJob(tx, { teamId, datasourceId: row.datasourceId }, "upload", accountId);
    }),
  retry: ({ ctx: { write, teamId, accountId }, params }) =>
    withDocument(write, { teamId, ...params }, async (tx, row) => {
      if (row.stage === "stored" && row.contentHash !== unreadHash)
        throw new AppError("conflict", "This document is already stored.");
      await tx.update(documents).set(toRetryColumns(row)).where(eq(documents.id, row.id));
      await addJob(tx, { teamId, datasourceId: row.datasourceId }, "upload", accountId);
    }),
  skip: ({ ctx: { write, teamId }, params }) =>
    withDocument(write, { teamId, ...params }, async (tx, row) => {
      if (row.stage === "stored") throw new AppError("conflict", "This document is already stored. Delete it instead.");
      await tx
        .update(documents)
        .set({ stage: "skipped", nextRetry: null, dateUpdated: new Date() })
        .where(eq(documents.id, row.id));
      await updateStatusAfterSkip(tx, row.datasourceId);
    }),
  retryFailed: ({ ctx: { db, teamId, accountId }, params }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await getDatasource(tx, teamId, params.datasourceId);
      const own = and(eq(documents.datasourceId, row.id), eq(documents.gone, false));
      const fetched = await tx
        .update(documents)
        .set(fetchNow())
        .where(and(own, unread))
        .returning({ id: documents.id });
      const restarted = await tx
        .update(documents)
        .set(buildRestartColumns())
        .where(and(own, eq(documents.stage, "failed"), ne(documents.contentHash, unreadHash)))
        .returning({ id: documents.id });
      await addJob(tx, { teamId, datasourceId: row.id }, "upload", accountId);
      return { documents: restarted.length + fetched.length };
    }),
});
