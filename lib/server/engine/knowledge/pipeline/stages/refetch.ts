import { and, asc, eq, gte, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { documents } from "../../../../platform/db/tables/documents";
import { ConnectorError } from "../../../connectors/shared/errors";
import type { StreamChoice } from "../../../connectors/shared/types";
import { maxAttempts } from "../../retry";
import { buildRestartColumns } from "../work/documents";
import { lockDatasource } from "../work/unchanged-since";
import { unread } from "../work/unread";
import type { Work } from "../work/work";
import { FetchBatch } from "./fetch-batch";
import { type OpenSource, toStreamChoices, withSource } from "./open-source";

/** Per stream and job: more failures indicate a problem of the source, which the next sync will show. */
const maxKeys = 1_000;

const ownDocuments = ({ datasource }: Work) => eq(documents.datasourceId, datasource.id);

async function listUnreadKeys(work: Work, stream: string, condition?: SQL): Promise<string[]> {
  const rows = await work.db
    .select({ key: documents.key })
    .from(documents)
    .where(and(ownDocuments(work), eq(documents.stream, stream), unread, condition))
    .orderBy(asc(documents.dateUpdated), asc(documents.id))
    .limit(maxKeys);
  return rows.map(({ key }) => key);
}

/** Keys that a stream's source has failed to provide, least recently tried first. */
export const listAllUnreadKeys = (work: Work, stream: string): Promise<string[]> => listUnreadKeys(work, stream);

/** Fetches records individually that could not be read before. Errors concern only the record. */
export async function refetch(work: Work, source: OpenSource, choice: StreamChoice, keys: string[]): Promise<void> {
  const { connector, config, ctx } = source;
  if (keys.length === 0) return;
  const remaining = new Set(keys);
  const batch = new FetchBatch(work, choice.name);
  try {
    try {
      for await (const message of connector.retry?.(config, choice, keys, ctx) ?? []) {
        if ("key" in message) remaining.delete(message.key);
        await batch.add(message);
      }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      for (const key of remaining) await batch.add({ type: "failed", key, title: null, uri: null, error });
      remaining.clear();
    }
    await batch.add({ type: "end", complete: false });
  } finally {
    await batch.discard();
  }
  // Cannot be requested individually: left to the next sync.
  if (remaining.size === 0) return;
  const unavailable = and(
    ownDocuments(work),
    eq(documents.stream, choice.name),
    unread,
    inArray(documents.key, [...remaining]),
  );
  await work.db.transaction(async (tx) => {
    await lockDatasource(tx, work.datasource.id);
    await tx.update(documents).set({ nextRetry: null }).where(unavailable);
  });
}

/** Retries records that are due, outside of a sync. */
export async function fetchDue(work: Work): Promise<void> {
  const { datasource } = work;
  const due = lte(documents.nextRetry, sql`now()`);
  if (datasource.sourceType === "file" || (await work.db.$count(documents, and(ownDocuments(work), unread, due))) === 0)
    return;
  await withSource(work, async (source) => {
    for (const choice of toStreamChoices(datasource))
      await refetch(work, source, choice, await listUnreadKeys(work, choice.name, due));
  });
}

/** When the next record is due on its own; null: none. */
export async function findNextFetch(work: Work): Promise<Date | null> {
  const [row] = await work.db
    .select({ at: sql<string | null>`min(${documents.nextRetry})` })
    .from(documents)
    .where(and(ownDocuments(work), unread, inArray(documents.stage, ["stored", "failed"])));
  return row?.at ? new Date(row.at) : null;
}

/** Resets the attempts of documents that failed for a temporary reason, such as a server restart. */
export async function retryFailed(work: Work): Promise<void> {
  const outOfAttempts = and(eq(documents.stage, "failed"), ne(documents.failedStage, "fetched"));
  const retryable = and(
    ownDocuments(work),
    outOfAttempts,
    eq(documents.gone, false),
    gte(documents.attempt, maxAttempts),
  );
  await work.db.transaction(async (tx) => {
    await lockDatasource(tx, work.datasource.id);
    await tx.update(documents).set(buildRestartColumns()).where(retryable);
  });
}
