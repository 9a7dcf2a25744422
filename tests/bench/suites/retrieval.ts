import type { Retriever } from "@/lib/contract/datasources/retrieval";
import { startChild } from "../child";
import { removeFolder, throwAwayFolder } from "../place";
import type { EmbeddingStandin } from "../processes/embedding-standin";
import type { KnowledgeWork, Told } from "../processes/knowledge";
import type { Row } from "../report";
import { constructed, kinds } from "../retrieval-cases";
import { median, quantile } from "../stats";

const k = 5;
const chunks = 100_000;
const searches = 100;
/** Real embedding models' weights cannot be had here: one that knows words alone, and one that is made to know meanings. */
const models = {
  words: "demo-embed, which hashes words and isn't a real embedding model",
  meaning: "a stand-in with predefined meanings, not a real embedding model",
};

interface Scores {
  recall: number;
  mrr: number;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Each question has one document that answers it. */
function scoresOf(found: string[][], wanted: string[]): Scores {
  const ranks = wanted.map((name, i) => [...new Set(found[i])].slice(0, k).indexOf(name) + 1);
  return {
    recall: 100 * mean(ranks.map((rank) => (rank > 0 ? 1 : 0))),
    mrr: mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0))),
  };
}

const open = (folder: string) => startChild<KnowledgeWork>("knowledge.ts", { args: [folder] });

/** What of constructed questions is found by vectors, by words and by both. */
async function quality(folder: string, model: keyof typeof models): Promise<Row[]> {
  const child = open(folder);
  const standin = startChild<EmbeddingStandin>("embedding-standin.ts");
  try {
    const { documents, cases } = constructed();
    const { url } = await standin.ask({ do: "address", as: "meaning", ms: 0 });
    await child.ask({ do: "open", ...(model === "meaning" ? { provider: url } : {}) });
    await child.ask({ do: "ingest", documents });
    const queries = cases.map(({ query }) => query);
    const ways = {
      vectors: await child.ask({ do: "ask", queries, retriever: { k: 10, hybrid: false } }),
      text: await child.ask({ do: "words", queries, k: 10 }),
      hybrid: await child.ask({ do: "ask", queries, retriever: { k: 10 } }),
    };
    const score = (way: keyof typeof ways, kind?: string): Scores => {
      const chosen = cases.flatMap((one, i) => (!kind || one.kind === kind ? [i] : []));
      return scoresOf(
        chosen.map((i) => ways[way].found[i] ?? []),
        chosen.map((i) => cases[i]?.name ?? ""),
      );
    };
    return [undefined, ...kinds].map((kind): Row => {
      const of = { vectors: score("vectors", kind), text: score("text", kind), hybrid: score("hybrid", kind) };
      const better = of.vectors.recall > of.text.recall ? "vectors" : "text";
      const shown = Object.entries(of).map(([way, { recall, mrr }]) => `${way} ${recall.toFixed(1)}/${mrr.toFixed(2)}`);
      const count = cases.filter((one) => !kind || one.kind === kind).length;
      return {
        name: `hybrid, recall@${k} of ${count} ${kind ?? `questions over ${documents.length} documents`}, ${model}`,
        figure: of.hybrid.recall,
        unit: "points",
        baseline: { name: `${better}, the better of the two`, figure: of[better].recall },
        bound: { of: "figure", value: of[better].recall - 2, atLeast: true },
        note: `recall/MRR: ${shown.join(", ")}; ${models[model]}`,
      };
    });
  } finally {
    await child.end();
    await standin.end();
  }
}

const asked: [name: string, query: (i: number) => string][] = [
  ["rare words", (i) => `number${i * 37} word${20_000 + i * 13}`],
  ["typical questions", (i) => `word${3 + (i % 5)} word${200 + i} word${3_000 + i * 7} word${12_000 + i}`],
  ["frequent words only", (i) => `word1 word2 word${3 + (i % 7)} word${10 + (i % 20)}`],
];

/** What a search of many chunks takes. */
async function speed(folder: string): Promise<Row[]> {
  const child = open(folder);
  try {
    await child.ask({ do: "open" });
    await child.ask({ do: "fill", chunks, seed: 1 });
    const rows: Row[] = [];
    const p = (told: Told, part: "vectors" | "text" | "total", share: number) =>
      quantile(
        told.times.map((one) => one[part]),
        share,
      );
    const ask = async (name: string, query: (i: number) => string, retriever: Partial<Retriever> = {}) => {
      const queries = Array.from({ length: searches }, (_, i) => query(i));
      await child.ask({ do: "ask", queries: queries.slice(0, 10), retriever });
      const told = await child.ask({ do: "ask", queries, retriever });
      const note = `p50 ${median(told.times.map(({ text }) => text)).toFixed(1)} ms; whole search p50 ${p(told, "total", 0.5).toFixed(1)}, p95 ${p(told, "total", 0.95).toFixed(1)} ms`;
      rows.push({
        name: `keyword search in ${chunks.toLocaleString("en-GB")}, ${name}, p95`,
        figure: p(told, "text", 0.95),
        unit: "ms",
        bound: { of: "figure", value: 60 },
        note,
      });
      return told;
    };
    let last: Told | undefined;
    for (const [name, query] of asked) last = await ask(name, query);
    await ask("with a filter", asked[1]?.[1] ?? String, { filters: [{ field: "status", op: "eq", value: "open" }] });
    if (last)
      rows.unshift({
        name: `vector search in ${chunks.toLocaleString("en-GB")}, p95`,
        figure: p(last, "vectors", 0.95),
        unit: "ms",
        bound: { of: "figure", value: 40 },
        note: `p50 ${p(last, "vectors", 0.5).toFixed(1)} ms, as part of whole searches`,
      });
    return rows;
  } finally {
    await child.end();
  }
}

async function inFolder(part: (folder: string) => Promise<Row[]>): Promise<Row[]> {
  const folder = throwAwayFolder();
  try {
    return await part(folder);
  } finally {
    removeFolder(folder);
  }
}

export const retrieval = async (): Promise<Row[]> => [
  ...(await inFolder((folder) => quality(folder, "words"))),
  ...(await inFolder((folder) => quality(folder, "meaning"))),
];
export const search = (): Promise<Row[]> => inFolder(speed);
