import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { vectordbs } from "@/lib/contract/vectordbs/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase } from "../support/database";
import { ready, upload } from "../support/datasources";
import { inflations } from "../support/hostile/inflated";
import { hold, type LoopCase, printFigures } from "../support/loop-watch/hold";
import { callAt } from "../support/loop-watch/member-at";
import { type Mirror, mirrorOf } from "../support/loop-watch/mirror";
import { isLong, sampled } from "../support/loop-watch/scope";
import { startWatched, type WatchedServer } from "../support/loop-watch/watched-server";
import { startOllamaStandin } from "../support/standins/ollama";
import type { Standin } from "../support/standins/types";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";

ownDatabase();

const timeout = isLong ? 1_800_000 : 120_000;

let server: WatchedServer;
let person: Person;
let ollama: Standin;
let qdrant: Awaited<ReturnType<typeof startQdrantStandin>>;
let embedding: Mirror;
let vectors: Mirror;
let datasourceId: string;

const to = () => ({ token: person.token, params: { resourceSlug: person.slug } });
const model = () => ({ type: "ollama", model: "nomic-embed-text", config: { base_url: embedding.url } });
const store = () => ({ type: "qdrant", url: vectors.url, config: { api_key: "qdrant-standin-0123456789" } });

beforeAll(async () => {
  ollama = await startOllamaStandin({ key: null });
  qdrant = await startQdrantStandin();
  [embedding, vectors] = [await mirrorOf(ollama.url), await mirrorOf(qdrant.url)];
  person = await newPerson();
  server = await startWatched({
    DATA_DIR: process.env.DATA_DIR ?? "",
    UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
    OUTBOUND_ALLOW: "127.0.0.1",
  });
  const embeds = { ...model(), name: "Embeddings", modelType: "embedding" };
  const { _id: embeddingModelId } = await expectOk(callAs(models.add, { ...to(), body: embeds }));
  const { _id: vectorDbId } = await expectOk(callAs(vectordbs.add, { ...to(), body: { ...store(), name: "Vectors" } }));
  const fields = { embeddingModelId: String(embeddingModelId), vectorDbId: String(vectorDbId) };
  ({ datasourceId } = await upload(person, { "a.txt": "The quay closes at ten in the evening." }, fields));
  expect((await ready(person, datasourceId, 60_000)).status).toBe("ready");
}, 120_000);
afterAll(async () => {
  printFigures("retrieval");
  await server?.kill();
  for (const one of [embedding, vectors, ollama, qdrant]) await one?.close();
});

/** Returns the status of the answer, which is no failure of the server's own. */
async function ask(endpoint: Parameters<typeof callAt>[2], body: object, params = {}): Promise<number> {
  const { status, body: answer } = await callAt(server.url, person, endpoint, { body, params });
  expect(status === 500, JSON.stringify(answer).slice(0, 1_000)).toBe(false);
  return status;
}
const query = () => ask(datasources.query, { query: "When does the quay close?" }, { datasourceId });

const services: [string, () => Mirror, () => Promise<number>][] = [
  ["an embedding model", () => embedding, () => ask(models.test, { ...model(), modelType: "embedding" })],
  ["a vector database", () => vectors, () => ask(vectordbs.test, store())],
];

describe.each(services)("%s", (name, mirrored, test) => {
  it("keeps the event loop free whatever it answers", { timeout }, async () => {
    const mirror = mirrored();
    mirror.asked.clear();
    expect([await test(), await query()]).toEqual([200, 200]);
    const cases = [...mirror.asked].flatMap((kind) =>
      inflations.map(
        ({ title, make }): LoopCase => ({
          title: `${name}, ${kind}: ${title}`,
          async run() {
            mirror.change(kind, make);
            await test();
            await query();
          },
        }),
      ),
    );
    await hold(server, sampled(cases, 2, name, 60));
    mirror.change("", undefined);
  });
});
