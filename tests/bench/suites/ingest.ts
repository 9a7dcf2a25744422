import { randomFrom } from "../../support/random";
import { startChild } from "../child";
import { removeFolder, throwAwayFolder } from "../place";
import type { EmbeddingStandin } from "../processes/embedding-standin";
import type { KnowledgeWork } from "../processes/knowledge";
import type { Row } from "../report";
import { median } from "../stats";

const callMs = 50;
const batch = 64;
const chunksPerDocument = 10;
const all = 100_000;
const rounds = 3;

let made = 0;
/** Documents that no other has a text in common with, of so many chunks together. */
function documentsOf(chunks: number): { name: string; text: string }[] {
  const random = randomFrom(1_000 + made);
  return Array.from({ length: chunks / chunksPerDocument }, () => {
    made += 1;
    const paragraphs = Array.from({ length: chunksPerDocument }, () => {
      const words = Array.from({ length: 125 }, () => `w${Math.ceil(Math.exp(random() * 10))}`);
      return words.join(" ").slice(0, 790).padEnd(790, " end");
    });
    return { name: `Document ${made}`, text: paragraphs.join("\n\n") };
  });
}

/** What the pipeline adds to the time of the embedding model, and what a chunk costs when there are many already. */
export async function ingest(): Promise<Row[]> {
  const folder = throwAwayFolder();
  const model = startChild<EmbeddingStandin>("embedding-standin.ts");
  const child = startChild<KnowledgeWork>("knowledge.ts", { args: [folder] });
  try {
    const { url } = await model.ask({ do: "address", as: "wait", ms: callMs });
    await child.ask({ do: "open", provider: url });
    await child.ask({ do: "ingest", documents: documentsOf(1_000) });
    const measure = async (chunks: number) => {
      await model.ask({ do: "served" });
      const { ms } = await child.ask({ do: "ingest", documents: documentsOf(chunks) });
      const { calls, texts, busyMs } = await model.ask({ do: "served" });
      return { ms, calls, texts, busyMs, perChunk: ms / texts, one: (texts / batch) * callMs };
    };
    const each = async (chunks: number) => {
      const measured = [];
      for (let i = 0; i < rounds; i += 1) measured.push(await measure(chunks));
      return measured;
    };
    const many = await measure(10_000);
    const few = await each(1_000);
    await child.ask({ do: "fill", chunks: all, seed: 5 });
    const late = await each(1_000);
    const cost = (found: { perChunk: number }[]) => median(found.map(({ perChunk }) => perChunk));
    return [
      {
        name: `${many.texts.toLocaleString("en-GB")} chunks through the pipeline`,
        figure: many.ms / 1_000,
        unit: "s",
        baseline: { name: "only the embedding model, calls in sequence", figure: many.one / 1_000 },
        bound: { of: "ratio", value: 1.15 },
        note: `${many.calls} calls of ${callMs} ms for up to ${batch} texts, up to 4 concurrent; the model was busy for ${(many.busyMs / 1_000).toFixed(1)} s`,
      },
      {
        name: `time per chunk with this many stored: ${all.toLocaleString("en-GB")}`,
        figure: cost(late),
        unit: "ms",
        baseline: { name: "12,000", figure: cost(few) },
        bound: { of: "ratio", value: 1.3 },
        note: `medians of ${rounds} batches of 1,000 chunks`,
      },
    ];
  } finally {
    await child.end();
    await model.end();
    removeFolder(folder);
  }
}
