import { eq } from "drizzle-orm";
import { datasources } from "../../datasources/table";
import { embedderOf } from "../embedding/embedder";
import { collectionOf } from "../vectors/collection";
import { storeOf } from "../vectors/store-of";
import { Drain } from "./drain";
import { embedAll, takeChunked } from "./embed-stage";
import { recount } from "./ledger";
import { parseAll, takeFetched } from "./parse-stage";
import { removeGone, storeAll, takeEmbedded } from "./store-stage";
import type { Work } from "./work";

const recountMs = 1_000;

/**
 * Brings every document that can go on to its end, each stage beside the others: while one is parsed another is embedded and
 * a third is stored. Throws what is everybody's trouble; what is one document's is written at that one.
 */
export async function processDocuments(work: Work): Promise<void> {
  const { db, datasource, signal } = work;
  const embedder = await embedderOf(db, datasource.teamId, datasource.embeddingModelId);
  const store = await storeOf(db, datasource.teamId, datasource.vectorDbId);
  const timer = setInterval(() => void recount(db, datasource.id).catch(() => undefined), recountMs);
  try {
    const old = datasource.collection;
    while (await removeGone(work, store, old ? JSON.parse(old) : null)) signal.throwIfAborted();
    const [parse, embed, keep] = [new Drain(), new Drain(), new Drain()];
    const parsing = parse.run(
      () => takeFetched(work),
      async (rows) => {
        await parseAll(work, rows);
        embed.wake();
      },
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
    );
    const storing = keep.run(
      () => takeEmbedded(work),
      async (rows) => storeAll(work, store, await placeOf(work, embedder.fingerprint), rows),
      embedding,
      signal,
    );
    const ended = await Promise.allSettled([parsing, embedding, storing]);
    for (const result of ended) if (result.status === "rejected") throw result.reason;
  } finally {
    clearInterval(timer);
    await recount(db, datasource.id).catch(() => undefined);
  }
}

/** Where the vectors lie, written down before the first goes there. */
async function placeOf(work: Work, fingerprint: string) {
  const { db, datasource } = work;
  const collection = await collectionOf(db, datasource.teamId, fingerprint);
  if (datasource.collection !== JSON.stringify(collection)) {
    datasource.collection = JSON.stringify(collection);
    await db.update(datasources).set({ collection: datasource.collection }).where(eq(datasources.id, datasource.id));
  }
  return { collection, fingerprint };
}
