import { and, asc, eq, gt, inArray, or } from "drizzle-orm";
import { toReadWrite } from "../../../../platform/db/client";
import { retryConflicts } from "../../../../platform/db/query/lost-race";
import { chunks, documents } from "../../../../platform/db/tables/documents";
import { checkBudgets } from "../../../budgets/service";
import { nameModel, toFailure } from "../../../models/providers/bounds/failure";
import { countCall } from "../../../usage/service";
import type { Embedder } from "../../embedding/embedder";
import { findCachedHashes, hasDirection, touchVectors } from "../../embedding/vectors";
import { SharedError, toSharedError } from "../../retry";
import { advanceAll, claimStage, fail, toStageNote } from "../work/ledger";
import { ChangedError } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";
import { storeEmbeddings } from "./store-embeddings";

export const chunkedPerBatch = 200;
const chunksPerPage = 1_024;
const maxConcurrentCalls = 4;

export const claimChunked = (work: Work): Promise<DocumentRow[]> => claimStage(work, "chunked", chunkedPerBatch);

interface ChunkText {
  documentId: string;
  position: number;
  text: string;
  hash: string;
}

/** The documents' chunks in order, in pages. */
async function* readChunks({ db }: Work, rows: DocumentRow[]): AsyncGenerator<ChunkText[]> {
  const { documentId, position, text, hash, generation } = chunks;
  let after: ChunkText | undefined;
  for (;;) {
    const isAfter =
      after &&
      or(gt(documentId, after.documentId), and(eq(documentId, after.documentId), gt(position, after.position)));
    const page: ChunkText[] = await db
      .select({ documentId, position, text, hash })
      .from(chunks)
      .innerJoin(documents, and(eq(documents.id, documentId), eq(documents.generation, generation)))
      .where(
        and(
          inArray(
            documentId,
            rows.map(({ id }) => id),
          ),
          isAfter,
        ),
      )
      .orderBy(asc(documentId), asc(position))
      .limit(chunksPerPage);
    if (page.length > 0) yield page;
    after = page.at(-1);
    if (page.length < chunksPerPage) return;
  }
}

/** Embeds each chunk without a vector; equal texts are embedded only once. */
export async function embedAll(work: Work, embedder: Embedder, rows: DocumentRow[]): Promise<void> {
  const startedAt = performance.now();
  const rejected = new Map<string, string>();
  for await (const page of readChunks(work, rows)) await embedPage(work, embedder, page, rejected);
  for (const row of rows) {
    const reason = rejected.get(row.id);
    if (reason) await fail(work.db, row, "embedded", reason, false);
  }
  const accepted = rows.filter(({ id }) => !rejected.has(id));
  await retryConflicts(() =>
    advanceAll(work.db, work.datasource, accepted, "embedded", (row) => ({
      embedded: toStageNote(row.chunkCount, startedAt),
    })),
  );
}

async function embedPage(
  work: Work,
  embedder: Embedder,
  page: ChunkText[],
  rejected: Map<string, string>,
): Promise<void> {
  const cacheKey = { teamId: work.datasource.teamId, model: embedder.fingerprint };
  const hashes = [...new Set(page.map(({ hash }) => hash))];
  await retryConflicts(() => touchVectors(work.db, cacheKey, hashes));
  const cached = await findCachedHashes(work.db, cacheKey, hashes);
  const missing = [...new Map(page.filter(({ hash }) => !cached.has(hash)).map((one) => [one.hash, one])).values()];
  const batches: ChunkText[][] = [];
  for (let i = 0; i < missing.length; i += embedder.batch) batches.push(missing.slice(i, i + embedder.batch));
  const worker = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      work.signal.throwIfAborted();
      const failures = await embedBatch(work, embedder, batch);
      for (const [hash, reason] of failures)
        for (const one of page) if (one.hash === hash) rejected.set(one.documentId, reason);
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: maxConcurrentCalls }, worker));
  for (const result of settled) if (result.status === "rejected") throw result.reason;
}

const zeroVectorMessage = "The embedding model returned a zero vector for part of this document. Try again.";

/** Returns the hashes of texts that the model rejects, with its message. Other errors concern all documents. */
async function embedBatch(
  work: Work,
  embedder: Embedder,
  batch: ChunkText[],
): Promise<[hash: string, reason: string][]> {
  const { db, datasource, orgId, job, signal } = work;
  const spender = { orgId, teamId: datasource.teamId, appId: null, keyId: null };
  const { hard, unpriced } = await checkBudgets(db, spender, embedder.price, new Set());
  if (unpriced)
    throw new SharedError(
      "The embedding model has no prices, but a budget limits spending. Set the model's prices.",
      null,
    );
  if (hard[0]) throw new SharedError(hard.map(({ text }) => text).join(" "), null);
  try {
    const { vectors, tokens } = await embedder.embed(
      batch.map(({ text }) => text),
      signal,
    );
    const results = batch.map(({ hash }, i) => ({ hash, vector: vectors[i] ?? [] }));
    const usable = results.filter(({ vector }) => hasDirection(vector));
    await storeEmbeddings(toReadWrite(db).write, datasource, embedder, usable, (tx) =>
      countCall(tx, spender, {
        modelId: embedder.modelId,
        price: embedder.price,
        runId: job.id,
        accountId: job.startedBy,
        inputTokens: tokens,
        outputTokens: 0,
      }),
    );
    return results.filter((one) => !usable.includes(one)).map(({ hash }) => [hash, zeroVectorMessage]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ChangedError || error instanceof SharedError) throw error;
    const failure = toFailure(error, embedder.secrets);
    if (failure.kind !== "bad_request") throw toSharedError(error, embedder, job.attempt);
    const [single, ...others] = batch;
    if (single && others.length === 0) return [[single.hash, nameModel(failure, embedder.name)]];
    const half = Math.ceil(batch.length / 2);
    const first = await embedBatch(work, embedder, batch.slice(0, half));
    return [...first, ...(await embedBatch(work, embedder, batch.slice(half)))];
  }
}
