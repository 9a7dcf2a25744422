import { and, asc, eq, gte, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { documents } from "../../../../platform/db/tables/datasources";
import { ConnectorError } from "../../../connectors/shared/errors";
import type { StreamChoice } from "../../../connectors/shared/types";
import { maxAttempts } from "../../retry";
import { continueCondition, unread } from "../work/documents";
import { lockDatasource } from "../work/unchanged-since";
import type { Work } from "../work/work";
import { Batch } from "./fetch-batch";
import { choicesOf, type OpenSource, withSource } from "./open-source";

/** Per stream and job: more failures indicate a problem of the source, which the next sync will show. */
const maxKeys = 1_000;

const ofWork = ({ datasource }: Work) => eq(documents.datasourceId, datasource.id);

async function keysOf(work: Work, stream: string, more?: SQL): Promise<string[]> {
  const rows = await work.db
    .select({ key: documents.key })
    .from(documents)
    .where(and(ofWork(work), eq(documents.stream, stream), unread, more))
    .orderBy(asc(documents.dateUpdated), asc(documents.id))
    .limit(maxKeys);
  return rows.map(({ key }) => key);
}

/** Keys that a stream's source has failed to provide, least recently tried first. */
export const markAllUnread = (work: Work, stream: string): Promise<string[]> => keysOf(work, stream);

/** Fetches records individually that could not be read before. Errors concern only the record. */
export async function refetch(work: Work, source: OpenSource, choice: StreamChoice, keys: string[]): Promise<void> {
  const { connector, config, ctx } = source;
  if (keys.length === 0) return;
  const left = new Set(keys);
  const batch = new Batch(work, choice.name);
  try {
    try {
      for await (const message of connector.again?.(config, choice, keys, ctx) ?? []) {
        if ("key" in message) left.delete(message.key);
        await batch.take(message);
      }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      for (const key of left) await batch.take({ type: "failed", key, title: null, uri: null, error });
      left.clear();
    }
    await batch.take({ type: "end", complete: false });
  } finally {
    await batch.discard();
  }
  // Cannot be requested individually: left to the next sync.
  if (left.size === 0) return;
  const asked = and(ofWork(work), eq(documents.stream, choice.name), unread, inArray(documents.key, [...left]));
  await work.db.transaction(async (tx) => {
    await lockDatasource(tx, work.datasource.id);
    await tx.update(documents).set({ nextRetry: null }).where(asked);
  });
}

/** Retries records that are due, outside of a sync. */
export async function fetchDue(work: Work): Promise<void> {
  const { datasource } = work;
  const due = lte(documents.nextRetry, sql`now()`);
  if (datasource.sourceType === "file" || (await work.db.$count(documents, and(ofWork(work), unread, due))) === 0)
    return;
  await withSource(work, async (source) => {
    for (const choice of choicesOf(datasource))
      await refetch(work, source, choice, await keysOf(work, choice.name, due));
  });
}

/** When the next record is due on its own; null: none. */
export async function findNextFetch(work: Work): Promise<Date | null> {
  const [row] = await work.db
    .select({ at: sql<string | null>`min(${documents.nextRetry})` })
    .from(documents)
    .where(and(ofWork(work), unread, inArray(documents.stage, ["stored", "failed"])));
  return row?.at ? new Date(row.at) : null;
}

/** Resets the attempts of documents that failed for a temporary reason, such as a server restart. */
export async function retryFailed(work: Work): Promise<void> {
  const usedUp = and(eq(documents.stage, "failed"), ne(documents.failedStage, "fetched"));
  const again = and(ofWork(work), usedUp, eq(documents.gone, false), gte(documents.attempt, maxAttempts));
  await work.db.transaction(async (tx) => {
    await lockDatasource(tx, work.datasource.id);
    await tx.update(documents).set(continueCondition()).where(again);
  });
}
