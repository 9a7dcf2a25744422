import { QdrantClient } from "@qdrant/js-client-rest";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createPineconeStore } from "@/lib/server/engine/knowledge/vectors/pinecone/store";
import { createQdrantStore } from "@/lib/server/engine/knowledge/vectors/qdrant/store";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import type { VectorStore } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { loopbackServer } from "../../support/loopback-server";
import type { VectorFault, VectorStandin } from "../../support/standins/vectors/http";
import { startPineconeStandin } from "../../support/standins/vectors/pinecone";
import { startQdrantStandin } from "../../support/standins/vectors/qdrant";
import { at, newTeam, point } from "../../support/vector-stores";

const model = { type: "demo", model: "demo-embedding" };
const datasourceId = "datasource_1";
type Make = (settings: { url: string; apiKey: string }) => VectorStore;

describe.each<[string, Make, () => Promise<VectorStandin>]>([
  ["Qdrant", createQdrantStore, startQdrantStandin],
  ["Pinecone", createPineconeStore, startPineconeStandin],
])("%s", (name, make, start) => {
  let standin: VectorStandin;
  let store: VectorStore;
  beforeAll(async () => {
    standin = await start();
    store = make({ url: `${standin.url}/`, apiKey: standin.key });
  });
  afterEach(() => {
    standin.fault = undefined;
  });
  afterAll(() => standin.close());

  const failing = async (fault: VectorFault): Promise<unknown> => {
    standin.fault = fault;
    return store.check().catch((error: unknown) => error);
  };

  it.each<[number, string, boolean]>([
    [400, "bad_request", false],
    [401, "auth", false],
    [403, "auth", false],
    [404, "missing", false],
    [429, "rate_limit", true],
    [500, "overloaded", true],
    [503, "overloaded", true],
  ])("tells of %d what it is", async (status, problem, retryable) => {
    const error = await failing({ kind: "status", status, message: "It says\nwhy" });
    expect(error).toMatchObject({ name: "VectorError", problem, retryable });
    expect((error as Error).message).toMatch(new RegExp(`^${name} .*\\(${status}\\): It says why\\.$`));
  });

  it("waits as long as it is asked to", async () => {
    const error = await failing({ kind: "status", status: 429, message: "Slow down", retryAfter: "7" });
    expect(error).toMatchObject({ retryAfterMs: 7_000, message: expect.stringContaining("Try again in 7 seconds.") });
    expect(standin.calls.filter(({ headers }) => headers["api-key"] === standin.key).length).toBeGreaterThan(0);
  });

  it("shows its key to nobody", async () => {
    const error = await failing({ kind: "status", status: 401, message: `Bad key ${standin.key}!` });
    expect((error as Error).message).toContain("Bad key [secret]!");
    const other = await loopbackServer((_request, response) => response.end("{}"));
    expect(await failing({ kind: "redirect", to: other.url })).toMatchObject({ problem: "refused" });
    expect(other.connections()).toBe(0);
    await other.close();
  });

  it("knows a page and a cut answer from an answer", async () => {
    expect(await failing({ kind: "html" })).toMatchObject({ problem: "missing", retryable: false });
    expect(await failing({ kind: "cut" })).toMatchObject({ problem: "network", retryable: true });
  });

  it("knows a wrong key, and an address where nothing is", async () => {
    const wrong = make({ url: standin.url, apiKey: "wrong-key-0123456789" }).check();
    await expect(wrong).rejects.toMatchObject({ problem: "auth" });
    const nothing = make({ url: "http://127.0.0.1:9", apiKey: "some-key-0123456789" }).check();
    await expect(nothing).rejects.toMatchObject({ problem: "network", message: /refused the connection/ });
  });

  it("keeps to the rules for addresses", async () => {
    const inside = make({ url: "http://169.254.169.254", apiKey: "some-key-0123456789" }).check();
    await expect(inside).rejects.toMatchObject({ problem: "refused", message: /OUTBOUND_ALLOW/ });
  });

  it("ends a hanging call with its signal", async () => {
    standin.fault = { kind: "hang" };
    const started = Date.now();
    await expect(store.check(AbortSignal.timeout(100))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(Date.now() - started).toBeLessThan(2_000);
  });

  it("names the team and the datasource in every read and delete", async () => {
    const teamId = newTeam();
    const collection = toCollection(teamId, model, 4);
    await store.upsert(collection, [point(teamId, "a")]);
    standin.calls.length = 0;
    await store.search(collection, { teamId, datasourceIds: [datasourceId], vector: at(0), k: 3 });
    await store.remove(collection, { teamId, datasourceId, documentIds: ["document_1"] });
    await store.remove(collection, { teamId, datasourceId });
    await Array.fromAsync(store.list(collection, { teamId, datasourceId }));
    expect(standin.calls).toHaveLength(4);
    for (const { body, query } of standin.calls) {
      const sent = JSON.stringify([body.filter ?? null, ...query]);
      expect(sent).toContain(teamId);
      expect(sent).toContain(datasourceId);
    }
  });
});

it("writes what Qdrant's own client reads, and the other way round", async () => {
  const { url, port, key, close } = await startQdrantStandin();
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const client = new QdrantClient({ url, port, apiKey: key, checkCompatibility: false });
  expect(warned).toHaveBeenCalledWith("Api key is used with unsecure connection.");
  const store = createQdrantStore({ url, apiKey: key });
  const teamId = newTeam();
  const collection = toCollection(teamId, model, 4);
  const mine = { must: [{ key: "team", match: { value: teamId } }] };
  await client.createCollection(collection.name, { vectors: { size: 4, distance: "Cosine" } });
  await client.createPayloadIndex(collection.name, { field_name: "team", field_schema: "keyword", wait: true });
  await client.createPayloadIndex(collection.name, { field_name: "datasource", field_schema: "keyword", wait: true });
  await store.upsert(collection, [point(teamId, "a", { fields: { status: "open", n: 1.5 } })]);
  const { points } = await client.scroll(collection.name, { filter: mine, with_payload: true });
  expect(points).toMatchObject([{ payload: { id: "a", team: teamId, s_status: "open", n_n: 1.5 } }]);
  const payload = { id: "b", team: teamId, datasource: datasourceId, document: "document_1" };
  await client.upsert(collection.name, { points: [{ id: crypto.randomUUID(), vector: at(10), payload }], wait: true });
  const asked = await client.query(collection.name, { query: at(10), filter: mine, with_payload: true, limit: 1 });
  expect(asked.points).toMatchObject([{ payload: { id: "b" } }]);
  const found = await store.search(collection, { teamId, datasourceIds: [datasourceId], vector: at(10), k: 2 });
  expect(found.map(({ id }) => id)).toEqual(["b", "a"]);
  await client.delete(collection.name, { filter: mine, wait: true });
  expect(await Array.fromAsync(store.list(collection, { teamId, datasourceId }))).toEqual([]);
  await close();
});

it("says which length a Pinecone index takes", async () => {
  const { url, key, calls, close } = await startPineconeStandin({ dimension: 8 });
  const store = createPineconeStore({ url, apiKey: key });
  const teamId = newTeam();
  const writing = store.upsert(toCollection(teamId, model, 4), [point(teamId, "a")]);
  await expect(writing).rejects.toMatchObject({
    problem: "dimensions",
    message: /8-dimensional vectors.*returns 4-dimensional/,
  });
  expect(calls.map(({ path }) => path)).toEqual(["/describe_index_stats"]);
  await close();
});

it("reaches Pinecone at an address with dot segments, at which its client throws", async () => {
  const { url, key, close } = await startPineconeStandin();
  await createPineconeStore({ url: `${url}/index/%2e%2e`, apiKey: key }).check();
  await close();
});

it("writes many records of many numbers to Pinecone in pieces that it takes", async () => {
  const { url, key, calls, close } = await startPineconeStandin({ dimension: 3_072 });
  const store = createPineconeStore({ url, apiKey: key });
  const teamId = newTeam();
  const collection = toCollection(teamId, model, 3_072);
  const points = Array.from({ length: 100 }, (_, i) =>
    point(teamId, `chunk_${i}`, { vector: Array.from({ length: 3_072 }, (_, n) => Math.sin(i * n + 1)) }),
  );
  await store.upsert(collection, points);
  expect(calls.filter(({ path }) => path === "/vectors/upsert").length).toBeGreaterThan(2);
  expect(await Array.fromAsync(store.list(collection, { teamId, datasourceId }))).toHaveLength(100);
  await close();
});
