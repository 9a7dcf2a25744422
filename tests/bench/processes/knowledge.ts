/** Datasources in a data folder of its own: the pipeline fills them, and questions are asked of them. */
import { and, eq, isNull } from "drizzle-orm";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import { datasources as contract } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { openEmbedder } from "@/lib/server/engine/knowledge/embedding/embedder";
import { getDatasource } from "@/lib/server/engine/knowledge/find-datasource";
import { createTeamPayer } from "@/lib/server/engine/knowledge/payer";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { writeFetched } from "@/lib/server/engine/knowledge/pipeline/work/documents";
import { addJob } from "@/lib/server/engine/knowledge/pipeline/work/jobs";
import { retrieve } from "@/lib/server/engine/knowledge/retrieval/retrieve";
import { searchText } from "@/lib/server/engine/knowledge/retrieval/text-search";
import { openBuiltinStore } from "@/lib/server/engine/knowledge/vectors/builtin/open";
import { openDatabase, toReadWrite } from "@/lib/server/platform/db/client";
import { datasourceJobs, datasources } from "@/lib/server/platform/db/tables/datasources";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person } from "../../support/client";
import { serve, type Work } from "../child";
import { fill } from "../fill-chunks";

type Job =
  /** A team with a datasource of one document; `provider` is the address of its embedding model, else the offline one. */
  | { do: "open"; provider?: string }
  /** Brings documents through the whole pipeline. */
  | { do: "ingest"; documents: { name: string; text: string }[] }
  /** Puts chunks and vectors where the pipeline leaves them. */
  | { do: "fill"; chunks: number; seed: number }
  | { do: "ask"; queries: string[]; retriever: Partial<Retriever> }
  /** What the words alone find. */
  | { do: "words"; queries: string[]; k: number };

export interface Told {
  ms: number;
  /** Names of the documents found by each query, best first. */
  found: string[][];
  /** Milliseconds that parts of each query took. */
  times: { vectors: number; text: number; total: number }[];
}

export type KnowledgeWork = Work<Job, Told>;

const [, , folder = ""] = process.argv;
Object.assign(process.env, {
  DATA_DIR: folder,
  OUTBOUND_ALLOW: "127.0.0.1",
  RATE_LIMIT_SCALE: "100000",
  LOG_LEVEL: "warn",
});
forgetEnv();
const { db, pool } = await openDatabase();
const ingest = startIngestWorker(db);
const { signal } = new AbortController();

let person: Person;
let datasourceId: string;

async function open(provider: string | undefined): Promise<void> {
  if (provider) {
    process.env.OPENAI_BASE_URL = provider;
    forgetEnv();
  }
  person = await newPerson();
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const model = provider
    ? { type: "open_ai", model: "text-embedding-3-small", config: { api_key: "sk-bench" } }
    : { type: "demo", model: "demo-embed" };
  const body = { name: "Embeddings", modelType: "embedding", force: true, ...model };
  const { _id: embeddingModelId } = await expectOk(callAs(models.add, { ...to, body }));
  const form = new FormData();
  form.append("embeddingModelId", String(embeddingModelId));
  form.append("file", new Blob(["Nothing of interest."]), "first.txt");
  datasourceId = String((await expectOk(callAs(contract.upload, { ...to, body: form })))._id);
  await idle();
}

async function idle(): Promise<void> {
  const open = and(eq(datasourceJobs.datasourceId, datasourceId), isNull(datasourceJobs.dateEnded));
  while ((await db.select({ id: datasourceJobs.id }).from(datasourceJobs).where(open)).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const [row] = await db.select().from(datasources).where(eq(datasources.id, datasourceId));
  if (row?.status !== "ready" || row.documentsFailed > 0) throw new Error(`${row?.status} ${row?.statusMessage}`);
}

async function bring(documents: { name: string; text: string }[]): Promise<number> {
  const place = { teamId: person.slug, datasourceId };
  await db.transaction(async (tx) => {
    const id = await addJob(tx, place, "upload", person.accountId);
    for (let at = 0; at < documents.length; at += 500)
      await writeFetched(
        tx,
        { ...place, stream: "", jobId: id },
        documents.slice(at, at + 500).map(({ name, text }) => ({
          key: name,
          title: name,
          uri: null,
          content: { text },
          contentHash: newId("call"),
          bytes: text.length,
        })),
      );
  });
  const started = performance.now();
  ingest.wake();
  await idle();
  return performance.now() - started;
}

async function ask(queries: string[], retriever: Partial<Retriever>): Promise<Omit<Told, "ms">> {
  const row = await getDatasource(db, person.slug, datasourceId);
  const payer = await createTeamPayer(db, person.slug, {
    accountId: person.accountId,
    principal: { kind: "session", tokenId: "" },
    requireRights: async () => undefined,
  });
  const [found, times]: [string[][], Told["times"]] = [[], []];
  for (const query of queries) {
    const { passages, ms } = await retrieve(toReadWrite(db), [row], query, retriever, { signal, payer });
    found.push(passages.map(({ title }) => title));
    times.push(ms);
  }
  return { found, times };
}

async function words(queries: string[], k: number): Promise<Omit<Told, "ms">> {
  const { rows } = await pool.query<{ id: string; title: string }>(
    "select id, title from documents where datasource_id = $1",
    [datasourceId],
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const [found, times]: [string[][], Told["times"]] = [[], []];
  for (const query of queries) {
    const started = performance.now();
    const hits = await searchText(db, { teamId: person.slug, datasourceIds: [datasourceId], query, k, filters: [] });
    const ms = performance.now() - started;
    times.push({ vectors: 0, text: ms, total: ms });
    found.push(hits.map(({ documentId }) => titles.get(documentId) ?? ""));
  }
  return { found, times };
}

serve<KnowledgeWork>(async (job) => {
  const nothing: Told = { ms: 0, found: [], times: [] };
  if (job.do === "open") await open(job.provider);
  else if (job.do === "ingest") return { ...nothing, ms: await bring(job.documents) };
  else if (job.do === "ask") return { ...nothing, ...(await ask(job.queries, job.retriever)) };
  else if (job.do === "words") return { ...nothing, ...(await words(job.queries, job.k)) };
  else {
    const row = await getDatasource(db, person.slug, datasourceId);
    await openEmbedder(db, row.teamId, row.embeddingModelId);
    await fill({ pool, store: openBuiltinStore(), row, ...job });
  }
  return nothing;
});
