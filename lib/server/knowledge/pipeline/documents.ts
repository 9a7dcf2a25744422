import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { cutText } from "@/lib/utils/cut-text";
import { documents } from "../../datasources/table";
import type { Tx } from "../../db/client";
import { fromNow } from "../../db/from-now";
import { newId } from "../../db/ids";
import { attemptsMost, waitFor } from "../retry";

const titleMost = 500;
const reasonMost = 1_000;

/** What was fetched of one thing. */
export interface Fetched {
  /** The same for the same thing, in its stream. */
  key: string;
  title: string;
  uri: string | null;
  /** In file storage, with the name that it has where it comes from; else `content` is all there is. */
  fileKey?: string;
  filename?: string;
  content?: unknown;
  contentHash: string;
  fields?: Record<string, string | number | boolean | null>;
  bytes: number;
  sourceDate?: Date | null;
}

/** What exists in its source, and could not be fetched. */
export interface Unread {
  key: string;
  title: string;
  uri: string | null;
  reason: string;
  /** It may pass by itself. */
  retryable: boolean;
  retryAfterMs?: number | undefined;
}

/** No content has this hash: whatever is fetched is new. */
export const unreadHash = "";

/** What the source has, and did not give out when it was asked last. What is stored of it stays as it was. */
export const unread = and(
  ...[eq(documents.contentHash, unreadHash), eq(documents.gone, false), ne(documents.stage, "skipped")],
);

/** Where a failed document goes on: what came before was done. */
export const goOn = () => ({
  stage: sql<"fetched">`case ${documents.failedStage} when 'embedded' then 'chunked' when 'stored' then 'embedded' else 'fetched' end`,
  ...{ failedStage: null, error: null, attempt: 0, nextRetry: null, dateUpdated: new Date() },
});

/** Counts a try; the next one comes by itself where that may help. */
export function nextTry(attempt: number, { retryable, retryAfterMs }: Pick<Unread, "retryable" | "retryAfterMs">) {
  const again = retryable && attempt + 1 < attemptsMost;
  return { attempt: attempt + 1, nextRetry: again ? fromNow(waitFor(attempt + 1, retryAfterMs)) : null };
}

interface Place {
  teamId: string;
  datasourceId: string;
  stream: string;
  jobId: string;
}

export interface Written {
  added: number;
  changed: number;
  /** Files that nothing refers to any more. */
  files: string[];
}

const lockKnown = (tx: Tx, datasourceId: string, stream: string, keys: string[]) =>
  tx
    .select({
      ...{ id: documents.id, key: documents.key, contentHash: documents.contentHash, fileKey: documents.fileKey },
      ...{ gone: documents.gone, stage: documents.stage, attempt: documents.attempt },
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
 * Writes what was fetched, each key once: new ones begin, changed ones begin anew and are found as they were until they are
 * done, the same ones are only met. What its source had lost and has again comes back.
 */
export async function writeFetched(
  tx: Tx,
  { teamId, datasourceId, stream, jobId }: Place,
  found: Fetched[],
): Promise<Written> {
  const newest = new Map(found.map((one) => [one.key, one]));
  const known = await lockKnown(tx, datasourceId, stream, [...newest.keys()]);
  const old = new Map(known.map((row) => [row.key, row]));
  const now = new Date();
  const fresh = [...newest.values()].filter(({ key }) => !old.has(key));
  const changed = [...newest.values()].flatMap((one) => {
    const row = old.get(one.key);
    return row && (row.contentHash !== one.contentHash || row.gone || row.stage === "failed") ? [{ row, one }] : [];
  });
  const stages = { fetched: { count: 1, ms: 0, at: now.toISOString() } };
  const columns = ({ key: _key, title, fileKey, filename, content = null, fields = {}, ...one }: Fetched) => ({
    ...{ ...one, title: cutText(title || "Untitled", titleMost), content, fields },
    ...{ fileKey: fileKey ?? null, filename: filename ?? null },
    ...{ stage: "fetched" as const, failedStage: null, error: null, attempt: 0, nextRetry: null },
    ...{ stages, gone: false, seenBy: jobId, dateUpdated: now },
  });
  if (fresh.length > 0)
    await tx
      .insert(documents)
      .values(
        fresh.map((one) => ({ id: newId("document"), teamId, datasourceId, stream, key: one.key, ...columns(one) })),
      );
  for (const { row, one } of changed)
    await tx
      .update(documents)
      .set({ ...columns(one), generation: sql`${documents.generation} + 1` })
      .where(eq(documents.id, row.id));
  const changedIds = new Set(changed.map(({ row }) => row.id));
  const same = known.filter(({ id }) => !changedIds.has(id)).map(({ id }) => id);
  if (same.length > 0) await tx.update(documents).set({ seenBy: jobId }).where(inArray(documents.id, same));
  const twice = found.flatMap((one) => (newest.get(one.key) !== one && one.fileKey ? [one.fileKey] : []));
  const unused = known.flatMap((row) => {
    const one = newest.get(row.key);
    const left = changedIds.has(row.id) ? row.fileKey : one?.fileKey;
    return left && left !== (changedIds.has(row.id) ? one?.fileKey : row.fileKey) ? [left] : [];
  });
  return { added: fresh.length, changed: changed.length, files: [...unused, ...twice] };
}

/**
 * Writes what the source has and does not give out: as failed where nothing of it is stored; else it stays as it is, with the
 * reason. Answers how many are new.
 */
export async function writeUnread(
  tx: Tx,
  { teamId, datasourceId, stream, jobId }: Place,
  unread: Unread[],
): Promise<number> {
  const newest = new Map(unread.map((one) => [one.key, one]));
  const known = await lockKnown(tx, datasourceId, stream, [...newest.keys()]);
  for (const { id, key, stage, attempt } of known) {
    const one = newest.get(key);
    const told = one &&
      (stage === "stored" || stage === "failed") && {
        ...{ error: cutText(one.reason, reasonMost), ...nextTry(attempt, one), dateUpdated: new Date() },
        failedStage: stage === "failed" ? ("fetched" as const) : null,
      };
    await tx
      .update(documents)
      .set({ seenBy: jobId, contentHash: unreadHash, ...told })
      .where(eq(documents.id, id));
    newest.delete(key);
  }
  if (newest.size > 0)
    await tx.insert(documents).values(
      [...newest.values()].map(({ key, title, uri, reason, ...one }) => ({
        ...{ id: newId("document"), teamId, datasourceId, stream, key, uri, title: cutText(title, titleMost) },
        ...{ contentHash: unreadHash, stage: "failed" as const, failedStage: "fetched" as const, seenBy: jobId },
        ...{ error: cutText(reason, reasonMost), ...nextTry(0, one) },
      })),
    );
  return newest.size;
}

/** Says that the source has these no more. Answers how many it had. */
export async function markGone(tx: Tx, datasourceId: string, stream: string, keys: string[]): Promise<number> {
  const rows = await tx
    .update(documents)
    .set({ gone: true, dateUpdated: new Date() })
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.stream, stream),
        inArray(documents.key, keys),
        eq(documents.gone, false),
      ),
    )
    .returning({ id: documents.id });
  return rows.length;
}

/** What this job has not met in a stream, some at a time. */
export const unmet = (tx: Pick<Tx, "select">, datasourceId: string, stream: string, jobId: string, limit: number) =>
  tx
    .select({ key: documents.key })
    .from(documents)
    .where(
      and(
        eq(documents.datasourceId, datasourceId),
        eq(documents.stream, stream),
        eq(documents.gone, false),
        or(isNull(documents.seenBy), ne(documents.seenBy, jobId)),
      ),
    )
    .limit(limit);

/** Says that these were met, unchanged. */
export async function markMet(
  tx: Tx,
  datasourceId: string,
  stream: string,
  jobId: string,
  keys: string[],
): Promise<void> {
  await tx
    .update(documents)
    .set({ seenBy: jobId })
    .where(and(eq(documents.datasourceId, datasourceId), eq(documents.stream, stream), inArray(documents.key, keys)));
}
