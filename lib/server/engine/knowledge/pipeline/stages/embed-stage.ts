import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { retryConflicts } from "../../../../platform/db/query/lost-race";
import { chunks, documents } from "../../../../platform/db/tables/datasources";
import { checkBudgets } from "../../../budgets/service";
import { failureOf } from "../../../models/providers/bounds/failure";
import { countCall } from "../../../usage/service";
import type { Embedder } from "../../embedding/embedder";
import { knownHashes, pointsSomewhere, touchVectors } from "../../embedding/vectors";
import { modelTrouble, SharedTroubleError } from "../../retry";
import { advanceAll, claimStage, fail, recordError } from "../work/ledger";
import { ChangedError } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";
import { storeEmbeddings } from "./store-embeddings";

export const chunkedAtOnce = 200;
const chunksAtOnce = 1_024;
const callsAtOnce = 4;

export const claimChunked = (work: Work): Promise<DocumentRow[]> => claimStage(work, "chunked", chunkedAtOnce);

interface Text {
  documentId: string;
  position: number;
  text: string;
  hash: string;
}

/** The documents' chunks in order, in pages. */
async function* pagesOf({ db }: Work, rows: DocumentRow[]): AsyncGenerator<Text[]> {
  const { documentId, position, text, hash, generation } = chunks;
  let after: Text | undefined;
  for (;;) {
    const beyond =
      after &&
      or(gt(documentId, after.documentId), and(eq(documentId, after.documentId), gt(position, after.position)));
    const found: Text[] = await db
      .select({ documentId, position, text, hash })
      .from(chunks)
      .innerJoin(documents, and(eq(documents.id, documentId), eq(documents.generation, generation)))
      .where(
        and(
          inArray(
            documentId,
            rows.map(({ id }) => id),
          ),
          beyond,
        ),
      )
      .orderBy(asc(documentId), asc(position))
      .limit(chunksAtOnce);
    if (found.length > 0) yield found;
    after = found.at(-1);
    if (found.length < chunksAtOnce) return;
  }
}

/** Embeds each chunk without a vector; equal texts are embedded only once. */
export async function embedAll(work: Work, embedder: Embedder, rows: DocumentRow[]): Promise<void> {
  const began = performance.now();
  const refused = new Map<string, string>();
  for await (const page of pagesOf(work, rows)) await embedPage(work, embedder, page, refused);
  for (const row of rows) {
    const reason = refused.get(row.id);
    if (reason) await fail(work.db, row, "embedded", reason, false);
  }
  const done = rows.filter(({ id }) => !refused.has(id));
  await retryConflicts(() =>
    advanceAll(work.db, work.datasource, done, "embedded", (row) => ({ embedded: recordError(row.chunkCount, began) })),
  );
}

async function embedPage(work: Work, embedder: Embedder, page: Text[], refused: Map<string, string>): Promise<void> {
  const place = { teamId: work.datasource.teamId, model: embedder.fingerprint };
  const hashes = [...new Set(page.map(({ hash }) => hash))];
  await retryConflicts(() => touchVectors(work.db, place, hashes));
  const known = await knownHashes(work.db, place, hashes);
  const wanted = [...new Map(page.filter(({ hash }) => !known.has(hash)).map((one) => [one.hash, one])).values()];
  const batches: Text[][] = [];
  for (let i = 0; i < wanted.length; i += embedder.batch) batches.push(wanted.slice(i, i + embedder.batch));
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      work.signal.throwIfAborted();
      const sick = await embedBatch(work, embedder, batch);
      for (const [hash, reason] of sick)
        for (const one of page) if (one.hash === hash) refused.set(one.documentId, reason);
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: callsAtOnce }, worker));
  for (const result of settled) if (result.status === "rejected") throw result.reason;
}

const isZeroVector = "The embedding model gave a vector for a text of this document that points nowhere. Try it again.";

/** Returns the hashes of texts that the model rejects, with its message. Other errors concern all documents. */
async function embedBatch(work: Work, embedder: Embedder, batch: Text[]): Promise<[hash: string, reason: string][]> {
  const { db, datasource, orgId, job, signal } = work;
  const spender = { orgId, teamId: datasource.teamId, appId: null, keyId: null };
  const { hard, unpriced } = await checkBudgets(db, spender, embedder.price, new Set());
  if (unpriced)
    throw new SharedTroubleError(
      "Nobody knows what the embedding model costs, and a budget limits what may be spent.",
      null,
    );
  if (hard[0]) throw new SharedTroubleError(hard.map(({ text }) => text).join(" "), null);
  try {
    const { vectors, tokens } = await embedder.embed(
      batch.map(({ text }) => text),
      signal,
    );
    const found = batch.map(({ hash }, i) => ({ hash, vector: vectors[i] ?? [] }));
    const good = found.filter(({ vector }) => pointsSomewhere(vector));
    await storeEmbeddings(work, embedder, good, (tx) =>
      countCall(tx, spender, {
        modelId: embedder.modelId,
        price: embedder.price,
        runId: job.id,
        accountId: job.startedBy,
        inputTokens: tokens,
        outputTokens: 0,
      }),
    );
    return found.filter((one) => !good.includes(one)).map(({ hash }) => [hash, isZeroVector]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChangedError || error instanceof SharedTroubleError) throw error;
    const { kind, message } = failureOf(error, embedder.secrets);
    if (kind !== "bad_request") throw modelTrouble(error, embedder.secrets, job.attempt);
    const [only, ...others] = batch;
    if (only && others.length === 0) return [[only.hash, message]];
    const half = Math.ceil(batch.length / 2);
    const first = await embedBatch(work, embedder, batch.slice(0, half));
    return [...first, ...(await embedBatch(work, embedder, batch.slice(half)))];
  }
}
