import { datasources } from "../../../platform/db/tables/datasources";
import { type Embedder, openEmbedder } from "../embedding/embedder";
import { findDimensions } from "../embedding/vectors";
import { toCollection } from "../vectors/shared/collection";
import { lockCollection } from "../vectors/shared/lock-collection";
import type { Collection, VectorStore } from "../vectors/shared/types";
import { openTeamStore } from "../vectors/team-store";
import { runPendingRemoval } from "./removal/remove-vectors";
import { chunkedPerBatch, claimChunked, embedAll } from "./stages/embed-stage";
import { claimFetched, parseAll } from "./stages/parse-stage";
import { removeDeleted } from "./stages/remove-deleted";
import { StageWorker } from "./stages/stage-worker";
import { claimEmbedded, embeddedPerBatch, pointsPerBatch, storeAll } from "./stages/store-stage";
import { recount } from "./work/ledger";
import { assertUnchangedSince, unchangedSince } from "./work/unchanged-since";
import type { DocumentRow, Work } from "./work/work";

const recountMs = 1_000;
const gatherMs = 2_000;

/** Waits for this many chunks: embedding models and stores handle large batches better. */
const createGather = (chunks: number, documents: number) => ({
  isEnough: (rows: DocumentRow[]) =>
    rows.length >= documents || rows.reduce((sum, row) => sum + row.chunkCount, 0) >= chunks,
  maxMs: gatherMs,
});

/**
 * Processes every pending document, with all stages running concurrently. Throws errors that concern all documents; those of a
 * single document are stored in its row.
 */
export async function processDocuments(work: Work): Promise<void> {
  const { db, datasource, signal } = work;
  const embedder = await openEmbedder(db, datasource.teamId, datasource.embeddingModelId);
  const store = await openTeamStore(db, datasource.teamId, datasource.vectorDbId);
  const timer = setInterval(() => void recount(db, datasource.id).catch(() => undefined), recountMs);
  try {
    const oldCollection = datasource.collection;
    while (await removeDeleted(work, store, oldCollection)) signal.throwIfAborted();
    const [parse, embed, storeStage] = [new StageWorker(), new StageWorker(), new StageWorker()];
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
        storeStage.wake();
      },
      parsing,
      signal,
      createGather(4 * embedder.batch, chunkedPerBatch),
    );
    const storing = storeStage.run(
      () => claimEmbedded(work),
      async (rows) => storeAll(work, store, await prepareCollection(work, store, embedder), rows),
      embedding,
      signal,
      createGather(pointsPerBatch, embeddedPerBatch),
    );
    const results = await Promise.allSettled([parsing, embedding, storing]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  } finally {
    clearInterval(timer);
    await recount(db, datasource.id).catch(() => undefined);
  }
}

/** The collection of the vectors, recorded before the first one is written. */
async function prepareCollection(
  { db, datasource, signal }: Work,
  store: VectorStore,
  { fingerprint, identity }: Embedder,
) {
  const { teamId } = datasource;
  const dimensions = await findDimensions(db, { teamId, model: fingerprint });
  const collection: Collection = toCollection(teamId, identity, dimensions ?? 0);
  if (datasource.collection?.name !== collection.name) {
    await runPendingRemoval(db, store, datasource, collection, signal);
    const updated = await db.transaction(async (tx) => {
      await lockCollection(tx, collection.name);
      return tx
        .update(datasources)
        .set({ collection })
        .where(unchangedSince(datasource))
        .returning({ id: datasources.id });
    });
    if (updated.length === 0) await assertUnchangedSince(db, datasource);
    datasource.collection = collection;
  }
  return { collection, fingerprint };
}
