import { datasources } from "../../../platform/db/tables/datasources";
import { type Embedder, embedderOf } from "../embedding/embedder";
import { dimensionsOf } from "../embedding/vectors";
import { lockCollection } from "../vectors/lock-collection";
import { collectionFor } from "../vectors/shared/collection";
import type { Collection, VectorStore } from "../vectors/shared/types";
import { openTeamStore } from "../vectors/team-store";
import { emptyPlace } from "./removal/remove-vectors";
import { chunkedAtOnce, claimChunked, embedAll } from "./stages/embed-stage";
import { claimFetched, parseAll } from "./stages/parse-stage";
import { StageWorker } from "./stages/stage-worker";
import { claimEmbedded, embeddedAtOnce, pointsAtOnce, removeGone, storeAll } from "./stages/store-stage";
import { recount } from "./work/ledger";
import { assertUnchangedSince, unchangedSince } from "./work/unchanged-since";
import type { DocumentRow, Work } from "./work/work";

const recountMs = 1_000;
const gatherMs = 2_000;

/** Waits for this many chunks: embedding models and stores handle large batches better. */
const gather = (chunks: number, documents: number) => ({
  isEnough: (rows: DocumentRow[]) =>
    rows.length >= documents || rows.reduce((sum, row) => sum + row.chunkCount, 0) >= chunks,
  mostMs: gatherMs,
});

/**
 * Processes every pending document, with all stages running concurrently. Throws errors that concern all documents; those of a
 * single document are stored in its row.
 */
export async function processDocuments(work: Work): Promise<void> {
  const { db, datasource, signal } = work;
  const embedder = await embedderOf(db, datasource.teamId, datasource.embeddingModelId);
  const store = await openTeamStore(db, datasource.teamId, datasource.vectorDbId);
  const timer = setInterval(() => void recount(db, datasource.id).catch(() => undefined), recountMs);
  try {
    const old = datasource.collection;
    while (await removeGone(work, store, old)) signal.throwIfAborted();
    const [parse, embed, keep] = [new StageWorker(), new StageWorker(), new StageWorker()];
    const parsing = parse.run(
      () => claimFetched(work),
      (rows) => parseAll(work, rows, () => embed.wake()),
      null,
      signal,
    );
    const embedding = embed.run(
      () => claimChunked(work),
      async (rows) => {
        await embedAll(work, embedder, rows);
        keep.wake();
      },
      parsing,
      signal,
      gather(4 * embedder.batch, chunkedAtOnce),
    );
    const storing = keep.run(
      () => claimEmbedded(work),
      async (rows) => storeAll(work, store, await placeOf(work, store, embedder), rows),
      embedding,
      signal,
      gather(pointsAtOnce, embeddedAtOnce),
    );
    const ended = await Promise.allSettled([parsing, embedding, storing]);
    for (const result of ended) if (result.status === "rejected") throw result.reason;
  } finally {
    clearInterval(timer);
    await recount(db, datasource.id).catch(() => undefined);
  }
}

/** The collection of the vectors, recorded before the first one is written. */
async function placeOf({ db, datasource, signal }: Work, store: VectorStore, { fingerprint, identity }: Embedder) {
  const { teamId } = datasource;
  const dimensions = await dimensionsOf(db, { teamId, model: fingerprint });
  const collection: Collection = collectionFor(teamId, identity, dimensions ?? 0);
  if (datasource.collection?.name !== collection.name) {
    await emptyPlace(db, store, datasource, collection, signal);
    const placed = await db.transaction(async (tx) => {
      await lockCollection(tx, collection.name);
      return tx
        .update(datasources)
        .set({ collection })
        .where(unchangedSince(datasource))
        .returning({ id: datasources.id });
    });
    if (placed.length === 0) await assertUnchangedSince(db, datasource);
    datasource.collection = collection;
  }
  return { collection, fingerprint };
}
