import { datasources } from "../../datasources/table";
import { vectorStoreOf } from "../../vectordbs/service";
import { type Embedder, embedderOf } from "../embedding/embedder";
import { dimensionsOf } from "../embedding/vectors";
import { collectionFor } from "../vectors/collection";
import { holdCollection } from "../vectors/hold-collection";
import type { Collection, VectorStore } from "../vectors/types";
import { asTaken, expectAsTaken } from "./as-taken";
import { Drain } from "./drain";
import { chunkedAtOnce, embedAll, takeChunked } from "./embed-stage";
import { recount } from "./ledger";
import { parseAll, takeFetched } from "./parse-stage";
import { emptyPlace } from "./remove-vectors";
import { embeddedAtOnce, pointsAtOnce, removeGone, storeAll, takeEmbedded } from "./store-stage";
import type { DocumentRow, Work } from "./work";

const recountMs = 1_000;
const gatherMs = 2_000;

/** Until so many chunks are there: both an embedding model and a store take many at once with less trouble than few. */
const gather = (chunks: number, documents: number) => ({
  isEnough: (rows: DocumentRow[]) =>
    rows.length >= documents || rows.reduce((sum, row) => sum + row.chunkCount, 0) >= chunks,
  mostMs: gatherMs,
});

/**
 * Brings every document that can go on to its end, each stage beside the others: while one is parsed another is embedded and
 * a third is stored. Throws what is everybody's trouble; what is one document's is written at that one.
 */
export async function processDocuments(work: Work): Promise<void> {
  const { db, datasource, signal } = work;
  const embedder = await embedderOf(db, datasource.teamId, datasource.embeddingModelId);
  const store = await vectorStoreOf(db, datasource.teamId, datasource.vectorDbId);
  const timer = setInterval(() => void recount(db, datasource.id).catch(() => undefined), recountMs);
  try {
    const old = datasource.collection;
    while (await removeGone(work, store, old)) signal.throwIfAborted();
    const [parse, embed, keep] = [new Drain(), new Drain(), new Drain()];
    const parsing = parse.run(
      () => takeFetched(work),
      (rows) => parseAll(work, rows, () => embed.wake()),
      null,
      signal,
    );
    const embedding = embed.run(
      () => takeChunked(work),
      async (rows) => {
        await embedAll(work, embedder, rows);
        keep.wake();
      },
      parsing,
      signal,
      gather(4 * embedder.batch, chunkedAtOnce),
    );
    const storing = keep.run(
      () => takeEmbedded(work),
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

/** Where the vectors lie, written down before the first goes there. */
async function placeOf({ db, datasource, signal }: Work, store: VectorStore, { fingerprint, identity }: Embedder) {
  const { teamId } = datasource;
  const dimensions = await dimensionsOf(db, { teamId, model: fingerprint });
  const collection: Collection = collectionFor(teamId, identity, dimensions ?? 0);
  if (datasource.collection?.name !== collection.name) {
    await emptyPlace(db, store, datasource, collection, signal);
    const placed = await db.transaction(async (tx) => {
      await holdCollection(tx, collection.name);
      return tx.update(datasources).set({ collection }).where(asTaken(datasource)).returning({ id: datasources.id });
    });
    if (placed.length === 0) await expectAsTaken(db, datasource);
    datasource.collection = collection;
  }
  return { collection, fingerprint };
}
