import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { reindex } from "../../engine/knowledge/pipeline/removal/reembed";
import { requireKnownStore } from "../../engine/knowledge/vectors/builtin/claim";
import { describeLocation, getLocation, openLocation } from "../../engine/knowledge/vectors/builtin/location";
import { isInBuiltinStore } from "../../engine/knowledge/vectors/builtin/record";
import type { Db } from "../../platform/db/client";
import { datasourceJobs, datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import { failureReason } from "../../platform/errors/failure-reason";

const pageSize = 100;
const maxDatasources = 10_000;

interface DatasourceDifference {
  datasourceId: string;
  teamId: string;
  name: string;
  /** Chunks of its stored documents, each of which has a vector. */
  chunks: number;
  /** Its vectors in the store. */
  vectors: number;
}

export interface VectorCheck {
  /** Where the store is, without a key. */
  place: string;
  /** Why the check couldn't be completed, for the operator; null: it was. */
  problem: string | null;
  /** Whether all data sources were looked at. */
  isComplete: boolean;
  /** Numbers of data sources that were compared, and that are not finished and so were not. */
  checked: number;
  skipped: number;
  differing: DatasourceDifference[];
}

interface CheckLimits {
  signal?: AbortSignal;
  /** The number of data sources. */
  max?: number;
  /** No further data source is looked at after this time. */
  limitMs?: number;
}

/** Compares the vectors of each data source in the server's own store with its chunks. Changes nothing; never throws for a store. */
export async function checkVectors(
  db: Db,
  { signal, max = maxDatasources, limitMs = Number.POSITIVE_INFINITY }: CheckLimits = {},
): Promise<VectorCheck> {
  const until = performance.now() + limitMs;
  const location = getLocation();
  const result: VectorCheck = {
    place: describeLocation(location),
    problem: null,
    isComplete: true,
    checked: 0,
    skipped: 0,
    differing: [],
  };
  const store = openLocation(location);
  try {
    await requireKnownStore(db, "look");
    for await (const { collection, isBusy, ...row } of listDatasources(db)) {
      signal?.throwIfAborted();
      if (result.checked + result.skipped >= max || performance.now() > until) {
        result.isComplete = false;
        break;
      }
      if (isBusy || !collection) {
        result.skipped += 1;
        continue;
      }
      const vectors = await store.count(collection, row, signal);
      result.checked += 1;
      if (vectors !== row.chunks) result.differing.push({ ...row, vectors });
    }
  } catch (error) {
    signal?.throwIfAborted();
    result.problem = failureReason(error);
  }
  return result;
}

/** The data sources in the store with the number of their stored chunks, page by page. */
async function* listDatasources(db: Db) {
  const { id: datasourceId, teamId, name, collection } = datasources;
  const openJob = db
    .select({ id: datasourceJobs.id })
    .from(datasourceJobs)
    .where(and(eq(datasourceJobs.datasourceId, datasourceId), isNull(datasourceJobs.dateEnded)));
  for (let after = ""; ; ) {
    const page = await db
      .select({ datasourceId, teamId, name, collection, isBusy: sql<boolean>`${exists(openJob)}` })
      .from(datasources)
      .where(and(isInBuiltinStore, gt(datasourceId, after)))
      .orderBy(asc(datasourceId))
      .limit(pageSize);
    const counts = await countChunks(
      db,
      page.map((row) => row.datasourceId),
    );
    for (const row of page) yield { ...row, chunks: counts.get(row.datasourceId) ?? 0 };
    after = page.at(-1)?.datasourceId ?? "";
    if (page.length < pageSize) return;
  }
}

/** The numbers of stored chunks by data source. */
export async function countChunks(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: documents.datasourceId, chunks: sql<number>`sum(${documents.storedChunks})::float8` })
    .from(documents)
    .where(and(inArray(documents.datasourceId, ids), isNotNull(documents.served)))
    .groupBy(documents.datasourceId);
  return new Map(rows.map(({ id, chunks }) => [id, chunks]));
}

/** Has workers remove the vectors of these data sources and store them again; vectors that are cached cost nothing. */
export async function reindexDatasources(db: Db, ids: string[]): Promise<void> {
  for (const id of ids)
    await db.transaction(async (tx) => {
      const [row] = await tx.select().from(datasources).where(eq(datasources.id, id)).for("update");
      if (row) await reindex(tx, row);
    });
}
