import { join } from "node:path";
import { startChild } from "../child";
import { removeFolder, throwAwayFolder } from "../place";
import type { Answer, VectorWork } from "../processes/vector-store";
import type { Row } from "../report";
import { median, quantile } from "../stats";
import { memoryOf, pssOf, watchMemory } from "../usage";

const chunks = 100_000;
const searches = 300;
const exactSearches = 60;
const p95 = ({ times }: Answer): number => quantile(times, 0.95);

const recall = (found: string[][], truth: string[][]): number => {
  const hits = truth.map((ids, i) => ids.filter((id) => found[i]?.includes(id)).length);
  return hits.reduce((sum, hit) => sum + hit, 0) / truth.flat().length;
};

/** The built-in store with 100,000 chunks: the time of a search compared with an exact scan, its memory, and the cost of a chunk. */
export async function vectors(): Promise<Row[]> {
  const folder = throwAwayFolder();
  const open = () => startChild<VectorWork>("vector-store.ts", { args: [join(folder, "vectors")] });
  const ms = (answer: Answer) => `p50 ${median(answer.times).toFixed(1)} ms, p95 ${p95(answer).toFixed(1)} ms`;
  try {
    // What comes of making so many vectors, which in a server come from their model, is not the store's.
    const maker = open();
    await maker.ask({ do: "make", from: 0, count: 1_000 });
    const stopMaker = watchMemory([], () => pssOf(maker.pid));
    await maker.ask({ do: "make", from: 1_000, count: chunks - 1_000 });
    const made = stopMaker();
    await maker.end();

    const writer = open();
    const first = await writer.ask({ do: "write", from: 0, count: 1_000 });
    const stop = watchMemory([], () => pssOf(writer.pid));
    const stopAll = watchMemory([writer.pid]);
    const middle = await writer.ask({ do: "write", from: 1_000, count: chunks - 11_000 });
    const last = await writer.ask({ do: "write", from: chunks - 10_000, count: 10_000 });
    const { times: settling, indexes } = await writer.ask({ do: "settle" });
    const [written, all] = [stop(), stopAll()];
    const early = await writer.ask({ do: "write", from: chunks, count: 2_000 });
    await writer.ask({ do: "settle" });
    await writer.end();

    const reader = open();
    const large = { count: searches, seed: 99, datasourceId: "datasource_0" };
    await reader.ask({ do: "search", ...large, count: 0 });
    const empty = memoryOf([reader.pid]);
    await reader.ask({ do: "search", ...large, seed: 7 });
    const found = await reader.ask({ do: "search", ...large });
    const small = await reader.ask({ do: "search", ...large, datasourceId: "datasource_3" });
    const isOpen = [{ field: "status", op: "eq" as const, value: "open" }];
    const filtered = await reader.ask({ do: "search", ...large, filters: isOpen });
    const ranged = await reader.ask({
      do: "search",
      ...large,
      filters: [{ field: "n", op: "gte", value: chunks / 2 }],
    });
    const read = memoryOf([reader.pid]) - empty;
    const exact = await reader.ask({ do: "search", ...large, count: exactSearches, exact: true });
    const exactSmall = await reader.ask({
      do: "search",
      ...large,
      count: exactSearches,
      exact: true,
      datasourceId: "datasource_3",
    });
    await reader.end();

    const baseline = { name: "exact scan", figure: p95(exact) };
    const perChunk = (answer: Answer) => median(answer.times) / 512;
    return [
      {
        name: `search of ${chunks.toLocaleString("en-GB")}, p95`,
        figure: p95(found),
        unit: "ms",
        baseline,
        bound: { of: "figure", value: 40 },
        note: `${ms(found)}; ${indexes.filter((name) => name.startsWith("vectors_by")).join()}`,
      },
      {
        name: "recall@10 of that search",
        figure: recall(found.found.slice(0, exactSearches), exact.found) * 100,
        unit: "%",
        bound: { of: "figure", value: 98, atLeast: true },
        note: "compared with the exact scan; synthetic vectors",
      },
      {
        name: "search in a data source of 1,000, p95",
        figure: p95(small),
        unit: "ms",
        baseline: { name: "exact scan", figure: p95(exactSmall) },
        bound: { of: "figure", value: 40 },
        note: `${ms(small)}; recall@10 ${(recall(small.found.slice(0, exactSearches), exactSmall.found) * 100).toFixed(1)} %`,
      },
      { name: "search with a text filter, p95", figure: p95(filtered), unit: "ms", baseline, note: ms(filtered) },
      { name: "search with a numeric filter, p95", figure: p95(ranged), unit: "ms", baseline, note: ms(ranged) },
      {
        name: "memory of a searching process",
        figure: read,
        unit: "MB",
        bound: { of: "figure", value: 300 },
        note: `after ${searches * 5} searches; ${Math.round(empty)} MB before the first`,
      },
      {
        name: "memory of a writing process",
        figure: written - made,
        unit: "MB",
        bound: { of: "figure", value: 300 },
        note: `peak; a process that only generates the same vectors uses ${Math.round(made)} MB`,
      },
      {
        name: "memory of a writing process and the index builder",
        figure: all - made,
        unit: "MB",
        note: "peak, while the index is built",
      },
      {
        name: "time to store a chunk at 100,000",
        figure: perChunk(early) * 1_000,
        unit: "µs",
        baseline: { name: "at 10,000", figure: perChunk({ ...middle, times: middle.times.slice(0, 20) }) * 1_000 },
        bound: { of: "ratio", value: 1.3 },
        note: `median of batches of 512; the last 10,000 ${(perChunk(last) * 1_000).toFixed(0)} µs, the first ${(perChunk(first) * 1_000).toFixed(0)} µs`,
      },
      { name: "index maintenance after the last write", figure: (settling[0] ?? 0) / 1_000, unit: "s" },
    ];
  } finally {
    removeFolder(folder);
  }
}
