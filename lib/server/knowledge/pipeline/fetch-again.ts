import { and, asc, eq, gte, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { ConnectorError } from "../../connectors/errors";
import type { StreamChoice } from "../../connectors/types";
import { documents } from "../../datasources/table";
import { attemptsMost } from "../retry";
import { holdDatasource } from "./as-taken";
import { goOn, unread } from "./documents";
import { Batch } from "./fetch-batch";
import { choicesOf, type OpenSource, withSource } from "./open-source";
import type { Work } from "./work";

/** Of one stream in one job: more than that is not a few files but their source, of which the next sync knows more. */
const keysMost = 1_000;

const ofWork = ({ datasource }: Work) => eq(documents.datasourceId, datasource.id);

async function keysOf(work: Work, stream: string, more?: SQL): Promise<string[]> {
  const rows = await work.db
    .select({ key: documents.key })
    .from(documents)
    .where(and(ofWork(work), eq(documents.stream, stream), unread, more))
    .orderBy(asc(documents.dateUpdated), asc(documents.id))
    .limit(keysMost);
  return rows.map(({ key }) => key);
}

/** What a stream's source has not given out so far, longest untried first. */
export const allUnread = (work: Work, stream: string): Promise<string[]> => keysOf(work, stream);

/** Fetches things that could not be read before, each by itself. Their trouble is their own: the others go on. */
export async function readAgain(work: Work, source: OpenSource, choice: StreamChoice, keys: string[]): Promise<void> {
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
  // Not to be asked for alone: the next sync comes to it.
  if (left.size === 0) return;
  const asked = and(ofWork(work), eq(documents.stream, choice.name), unread, inArray(documents.key, [...left]));
  await work.db.transaction(async (tx) => {
    await holdDatasource(tx, work.datasource.id);
    await tx.update(documents).set({ nextRetry: null }).where(asked);
  });
}

/** Fetches what could not be read before and is due, outside of a sync that would come to it. */
export async function fetchDue(work: Work): Promise<void> {
  const { datasource } = work;
  const due = lte(documents.nextRetry, sql`now()`);
  if (datasource.sourceType === "file" || (await work.db.$count(documents, and(ofWork(work), unread, due))) === 0)
    return;
  await withSource(work, async (source) => {
    for (const choice of choicesOf(datasource))
      await readAgain(work, source, choice, await keysOf(work, choice.name, due));
  });
}

/** When the next of them is due by itself; null: none. */
export async function nextFetchOf(work: Work): Promise<Date | null> {
  const [row] = await work.db
    .select({ at: sql<string | null>`min(${documents.nextRetry})` })
    .from(documents)
    .where(and(ofWork(work), unread, inArray(documents.stage, ["stored", "failed"])));
  return row?.at ? new Date(row.at) : null;
}

/** Documents whose tries were used up by trouble that passes, such as a server that was restarted, get new ones. */
export async function tryFailedAgain(work: Work): Promise<void> {
  const usedUp = and(eq(documents.stage, "failed"), ne(documents.failedStage, "fetched"));
  const again = and(ofWork(work), usedUp, eq(documents.gone, false), gte(documents.attempt, attemptsMost));
  await work.db.transaction(async (tx) => {
    await holdDatasource(tx, work.datasource.id);
    await tx.update(documents).set(goOn()).where(again);
  });
}
