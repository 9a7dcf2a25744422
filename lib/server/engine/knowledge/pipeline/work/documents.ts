import { and, eq, inArray, sql } from "drizzle-orm";
import { truncate } from "@/lib/utils/text/truncate";
import type { Tx } from "../../../../platform/db/client";
import { documents } from "../../../../platform/db/tables/documents";
import { newId } from "../../../../platform/ids/ids";

export const maxTitle = 500;

/** A fetched record. */
export interface Fetched {
  /** Identifies the record in its stream. */
  key: string;
  title: string;
  uri: string | null;
  /** In file storage, with its original name; otherwise only `content` is set. */
  fileKey?: string;
  filename?: string;
  content?: unknown;
  contentHash: string;
  fields?: Record<string, string | number | boolean | null>;
  bytes: number;
  sourceDate?: Date | null;
}

/** Columns of a document without a failure at its stage. */
export const noFailure = { failedStage: null, error: null, attempt: 0, nextRetry: null };

/** The stage at which a failed document resumes. */
export const buildRestartColumns = () => ({
  stage: sql<"fetched">`case ${documents.failedStage} when 'embedded' then 'chunked' when 'stored' then 'embedded' else 'fetched' end`,
  ...noFailure,
  dateUpdated: new Date(),
});

export interface StreamJob {
  teamId: string;
  datasourceId: string;
  stream: string;
  jobId: string;
}

interface WriteResult {
  added: number;
  changed: number;
  /** Files that are no longer referenced. */
  files: string[];
}

export const lockDocuments = (tx: Tx, datasourceId: string, stream: string, keys: string[]) =>
  tx
    .select({
      id: documents.id,
      key: documents.key,
      contentHash: documents.contentHash,
      fileKey: documents.fileKey,
      gone: documents.gone,
      stage: documents.stage,
      attempt: documents.attempt,
    })
    .from(documents)
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.stream, stream),
        inArray(
          sql`md5(${documents.key})`,
          keys.map((key) => sql`md5(${key})`),
        ),
        inArray(documents.key, keys),
      ),
    )
    .for("update");

/**
 * Records fetched records by key: new ones start processing, changed ones restart it while searches find their old version, and
 * unchanged ones are only marked as seen. Deleted ones that reappear are restored.
 */
export async function writeFetched(
  tx: Tx,
  { teamId, datasourceId, stream, jobId }: StreamJob,
  records: Fetched[],
): Promise<WriteResult> {
  const newest = new Map(records.map((one) => [one.key, one]));
  const existing = await lockDocuments(tx, datasourceId, stream, [...newest.keys()]);
  const existingByKey = new Map(existing.map((row) => [row.key, row]));
  const now = new Date();
  const added = [...newest.values()].filter(({ key }) => !existingByKey.has(key));
  const changed = [...newest.values()].flatMap((one) => {
    const row = existingByKey.get(one.key);
    return row && (row.contentHash !== one.contentHash || row.gone || row.stage === "failed") ? [{ row, one }] : [];
  });
  const stages = { fetched: { count: 1, ms: 0, at: now.toISOString() } };
  const toColumns = ({ key: _key, title, fileKey, filename, content = null, fields = {}, ...one }: Fetched) => ({
    ...one,
    title: truncate(title || "Untitled", maxTitle),
    content,
    fields,
    fileKey: fileKey ?? null,
    filename: filename ?? null,
    stage: "fetched" as const,
    ...noFailure,
    stages,
    gone: false,
    seenBy: jobId,
    dateUpdated: now,
  });
  if (added.length > 0)
    await tx
      .insert(documents)
      .values(
        added.map((one) => ({ id: newId("document"), teamId, datasourceId, stream, key: one.key, ...toColumns(one) })),
      );
  for (const { row, one } of changed)
    await tx
      .update(documents)
      .set({ ...toColumns(one), generation: sql`${documents.generation} + 1` })
      .where(eq(documents.id, row.id));
  const changedIds = new Set(changed.map(({ row }) => row.id));
  const unchanged = existing.filter(({ id }) => !changedIds.has(id)).map(({ id }) => id);
  if (unchanged.length > 0) await tx.update(documents).set({ seenBy: jobId }).where(inArray(documents.id, unchanged));
  const duplicateFiles = records.flatMap((one) => (newest.get(one.key) !== one && one.fileKey ? [one.fileKey] : []));
  const unusedFiles = existing.flatMap((row) => {
    const one = newest.get(row.key);
    const unusedFile = changedIds.has(row.id) ? row.fileKey : one?.fileKey;
    return unusedFile && unusedFile !== (changedIds.has(row.id) ? one?.fileKey : row.fileKey) ? [unusedFile] : [];
  });
  return { added: added.length, changed: changed.length, files: [...unusedFiles, ...duplicateFiles] };
}
