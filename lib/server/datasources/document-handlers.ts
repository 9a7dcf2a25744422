import { and, eq, ne, sql } from "drizzle-orm";
import { documents as contract } from "@/lib/contract/documents";
import type { Db, Tx } from "../db/client";
import { lockRow } from "../db/edit";
import { AppError } from "../http/errors";
import { implement } from "../http/implement";
import { goOn, unread, unreadHash } from "../knowledge/pipeline/documents";
import { addJob } from "../knowledge/pipeline/jobs";
import { settleAfterSkip } from "../knowledge/pipeline/settle-status";
import { wakeIngest } from "../knowledge/pipeline/wake";
import { documentOf, listDocuments, viewDocument } from "./queries";
import { datasourceOf } from "./service";
import { datasources, documents } from "./table";

/** Locks the datasource, then does something with one of its documents, which a job then goes on with. */
function withDocument(
  db: Db,
  place: { teamId: string; datasourceId: string; documentId: string },
  work: (tx: Tx, row: typeof documents.$inferSelect) => Promise<unknown>,
): Promise<Record<string, never>> {
  return db.transaction(async (tx) => {
    await lockRow(tx, datasources, place.teamId, place.datasourceId);
    await work(tx, await documentOf(tx, place.teamId, place.datasourceId, place.documentId));
    return {};
  });
}

const fetchNow = () => ({ attempt: 0, nextRetry: sql<Date>`now()` });

/** What has a document tried again, wherever it stands. */
function retryOf({ stage, contentHash, fileKey, content }: typeof documents.$inferSelect) {
  if (contentHash === unreadHash && (stage === "stored" || stage === "failed" || (!fileKey && content === null)))
    return {
      ...(stage === "stored" ? {} : { stage: "failed" as const, failedStage: "fetched" as const }),
      ...fetchNow(),
    };
  if (stage === "failed") return goOn();
  return { ...(stage === "skipped" ? { stage: "fetched" as const } : {}), nextRetry: null, attempt: 0 };
}

implement(contract, {
  list: async ({ ctx, query }) =>
    listDocuments(ctx.db, await datasourceOf(ctx.db, ctx.teamId, query.datasourceId), query),
  get: async ({ ctx, params, query }) =>
    viewDocument(ctx.db, await documentOf(ctx.db, ctx.teamId, params.datasourceId, params.documentId), query),
  remove: ({ ctx: { db, teamId, accountId }, params, afterCommit }) =>
    withDocument(db, { teamId, ...params }, async (tx, row) => {
      await tx.update(documents).set({ gone: true, dateUpdated: new Date() }).where(eq(documents.id, row.id));
      await addJob(tx, { teamId, datasourceId: row.datasourceId }, "upload", accountId);
      afterCommit(wakeIngest);
    }),
  retry: ({ ctx: { db, teamId, accountId }, params, afterCommit }) =>
    withDocument(db, { teamId, ...params }, async (tx, row) => {
      if (row.stage === "stored" && row.contentHash !== unreadHash)
        throw new AppError("conflict", "This document is stored already.");
      await tx.update(documents).set(retryOf(row)).where(eq(documents.id, row.id));
      await addJob(tx, { teamId, datasourceId: row.datasourceId }, "upload", accountId);
      afterCommit(wakeIngest);
    }),
  skip: ({ ctx: { db, teamId }, params }) =>
    withDocument(db, { teamId, ...params }, async (tx, row) => {
      if (row.stage === "stored") throw new AppError("conflict", "This document is stored already. Delete it instead.");
      await tx
        .update(documents)
        .set({ stage: "skipped", nextRetry: null, dateUpdated: new Date() })
        .where(eq(documents.id, row.id));
      await settleAfterSkip(tx, row.datasourceId);
    }),
  retryFailed: ({ ctx: { db, teamId, accountId }, params, afterCommit }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      const own = and(eq(documents.datasourceId, row.id), eq(documents.gone, false));
      const fetched = await tx
        .update(documents)
        .set(fetchNow())
        .where(and(own, unread))
        .returning({ id: documents.id });
      const again = await tx
        .update(documents)
        .set(goOn())
        .where(and(own, eq(documents.stage, "failed"), ne(documents.contentHash, unreadHash)))
        .returning({ id: documents.id });
      await addJob(tx, { teamId, datasourceId: row.id }, "upload", accountId);
      afterCommit(wakeIngest);
      return { documents: again.length + fetched.length };
    }),
});
