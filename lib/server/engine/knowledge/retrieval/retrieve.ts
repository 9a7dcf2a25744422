import { type Filter, type Retrieval, type Retriever, retrieverForm } from "@/lib/contract/datasources/retrieval";
import type { ReadWrite, Transact } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { type Embedder, openEmbedder } from "../embedding/embedder";
import type { Payer } from "../payer";
import { storeEmbeddings } from "../pipeline/stages/store-embeddings";
import { ChangedError } from "../pipeline/work/unchanged-since";
import { toSharedError } from "../retry";
import type { DatasourceRow } from "../source-settings";
import { toConditions } from "../vectors/shared/conditions";
import { openTeamStore } from "../vectors/team-store";
import type { AskModel } from "./ask-model";
import { loadCandidates } from "./candidates";
import { chooseFilters } from "./choose-filters";
import { filterCandidates } from "./filter-candidates";
import { fuseNormalized } from "./fuse";
import { rephraseQuestion } from "./rephrase-question";
import { searchText } from "./text-search";

/** Candidates per requested passage. */
const candidatesPerPassage = 6;
const minCandidates = 40;
const maxCandidates = 200;

/** Dependencies of a search. */
interface SearchOptions {
  signal: AbortSignal;
  payer: Payer;
  /** Required by retrievers that use a model; without it they search as `raw` does. */
  ask?: AskModel;
}

/**
 * Searches a team's datasources by vectors and keywords. Returns the hits, the passages used, and the rule that rejected each
 * of the others.
 */
export async function retrieve(
  store: ReadWrite,
  rows: DatasourceRow[],
  question: string,
  options: Partial<Retriever> | undefined,
  { signal, payer, ask }: SearchOptions,
): Promise<Retrieval> {
  const { db } = store;
  const retriever = retrieverForm.parse(options ?? {});
  // Unavailable ones are reported before anything is paid for.
  toConditions(retriever.filters);
  const startedAt = performance.now();
  const ms = { embed: 0, vectors: 0, text: 0, total: 0 };
  const teamId = rows[0]?.teamId ?? "";
  const ids = rows.map(({ id }) => id);
  const queries = [question, ...(retriever.type === "multi_query" && ask ? await rephraseQuestion(ask, question) : [])];
  const chosenFilters = retriever.type === "self_query" && ask ? await chooseFilters(db, ids, ask, question) : [];
  const filters: Filter[] = [...retriever.filters, ...chosenFilters];
  const k = Math.min(maxCandidates, Math.max(minCandidates, retriever.k * candidatesPerPassage));
  const lists: { keys: string[]; weight: number; by: "vector" | "text"; scores: Map<string, number> }[] = [];
  const addList = (by: "vector" | "text", hits: [key: string, score: number][]) =>
    lists.push({ by, keys: hits.map(([key]) => key), weight: 1, scores: new Map(hits) });

  for (const group of groupDatasources(rows)) {
    const [first] = group;
    if (!first?.collection) continue;
    const vectorStore = await openTeamStore(db, teamId, first.vectorDbId);
    const embedStart = performance.now();
    const vectors = await embedQueries(store, first, queries, payer, signal);
    ms.embed += performance.now() - embedStart;
    const searchStart = performance.now();
    for (const vector of vectors) {
      const search = { teamId, datasourceIds: group.map(({ id }) => id), vector, k, filters };
      const hits = await vectorStore.search(first.collection, search, signal);
      addList(
        "vector",
        hits.map(({ id, score }) => [id, score]),
      );
    }
    ms.vectors += performance.now() - searchStart;
  }
  if (retriever.hybrid) {
    const textStart = performance.now();
    for (const query of queries) {
      const hits = await searchText(db, { teamId, datasourceIds: ids, query, k, filters });
      addList(
        "text",
        hits.map(({ documentId, position, score }) => [`${documentId}.${position}`, score]),
      );
    }
    ms.text = performance.now() - textStart;
  }
  const fused = fuseNormalized(lists);
  const candidates = await loadCandidates(db, teamId, ids, fused, lists);
  const { passages, dropped } = filterCandidates(candidates, retriever);
  ms.total = performance.now() - startedAt;
  return { queries, filters, passages, dropped, ms };
}

/** Groups datasources by embedding model and collection. */
function groupDatasources(rows: DatasourceRow[]): DatasourceRow[][] {
  const groups = new Map<string, DatasourceRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.embeddingModelId, row.vectorDbId, row.collection?.name]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

async function embedQueries(
  { db, write }: ReadWrite,
  row: DatasourceRow,
  texts: string[],
  payer: Payer,
  signal: AbortSignal,
): Promise<number[][]> {
  const embedder = await openEmbedder(db, row.teamId, row.embeddingModelId);
  const { modelId, price } = embedder;
  const vectors = await payer.pay({ modelId, price }, async () => {
    try {
      const result = await embedder.embed(texts, signal);
      return { value: result.vectors, inputTokens: result.tokens, outputTokens: 0 };
    } catch (error) {
      signal.throwIfAborted();
      throw new AppError("conflict", toSharedError(error, embedder, 0).message, { cause: error });
    }
  });
  await assertSameModel(write, row, embedder, vectors[0]);
  return vectors;
}

/** Starts reembedding when the model behind the name differs from the one that embedded the documents. */
async function assertSameModel(
  write: Transact,
  row: DatasourceRow,
  embedder: Embedder,
  vector: number[] | undefined,
): Promise<void> {
  if (!vector || !row.collection || vector.length === row.collection.dimensions) return;
  try {
    // A hash that no chunk's text has.
    await storeEmbeddings(write, row, embedder, [{ hash: "", vector }], async () => {});
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    throw new AppError(
      "conflict",
      "The embedding model now returns different vectors, so all documents are being embedded again. Try again when that is done.",
    );
  }
}
