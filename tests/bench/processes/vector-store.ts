/** The built-in vector store over a folder, in a process whose memory is its own. */
import { connect } from "@lancedb/lancedb";
import { createLanceEngine, createLanceStore } from "@/lib/server/engine/knowledge/vectors/lance/store";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import type { Filter, Point } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { serve, type Work } from "../child";
import { dimensions, randomVectors } from "../vectors";

type Job =
  /** `make` makes what `write` stores, and throws it away. */
  | { do: "write" | "make"; from: number; count: number }
  | { do: "settle" }
  /** `exact` compares with every vector, as a baseline. */
  | { do: "search"; count: number; seed: number; datasourceId: string; exact?: boolean; filters?: Filter[] };

export interface Answer {
  /** Milliseconds of each batch or search. */
  times: number[];
  found: string[][];
  /** What carries a vector's index, once it is built. */
  indexes: string[];
}

export type VectorWork = Work<Job, Answer>;

const [, , folder = ""] = process.argv;
const teamId = "team-bench";
const batch = 512;
const store = createLanceStore(createLanceEngine(folder));
const collection = toCollection(teamId, { type: "bench", model: "bench" }, dimensions);
const table = async () => (await connect(folder)).openTable(collection.name);

const pointsFrom = (from: number, count: number): Point[] => {
  const vectors = randomVectors(from + 1);
  return Array.from({ length: count }, (_, i) => {
    const n = from + i;
    return {
      id: `chunk_${n}`,
      vector: vectors.next(n),
      teamId,
      documentId: `document_${Math.floor(n / 20)}`,
      // One large datasource, and ten of a hundredth each.
      datasourceId: `datasource_${n % 10 === 0 ? 1 + ((n / 10) % 10) : 0}`,
      fields: { status: n % 3 === 0 ? "open" : "closed", n, title: `What the document of number ${n} is called` },
    };
  });
};

async function write({ from, count, do: what }: Extract<Job, { from: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let at = from; at < from + count; at += batch) {
    const points = pointsFrom(at, Math.min(batch, from + count - at));
    const started = performance.now();
    if (what === "write") await store.upsert(collection, points);
    times.push(performance.now() - started);
  }
  return times;
}

async function search({ count, seed, datasourceId, exact, filters }: Extract<Job, { do: "search" }>) {
  const vectors = randomVectors(seed);
  const [times, found]: [number[], string[][]] = [[], []];
  const opened = exact ? await table() : undefined;
  for (let i = 0; i < count; i += 1) {
    const vector = vectors.next(i);
    const started = performance.now();
    const rows = opened
      ? await opened
          .query()
          .nearestTo(vector)
          .distanceType("cosine")
          .where(`team = '${teamId}' AND datasource IN ('${datasourceId}')`)
          .select(["id", "_distance"])
          .limit(10)
          .bypassVectorIndex()
          .toArray()
      : await store.search(collection, { teamId, datasourceIds: [datasourceId], vector, k: 10, filters });
    times.push(performance.now() - started);
    found.push(rows.map(({ id }) => String(id)));
  }
  return { times, found };
}

serve<VectorWork>(async (job) => {
  const nothing = { times: [], found: [], indexes: [] };
  if (job.do === "write" || job.do === "make") return { ...nothing, times: await write(job) };
  if (job.do === "search") return { ...nothing, ...(await search(job)) };
  const started = performance.now();
  await store.idle();
  const times = [performance.now() - started];
  const indexes = (await (await table()).listIndices()).map(({ name }) => name);
  return { ...nothing, times, indexes };
});
