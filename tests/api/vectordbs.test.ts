import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type VectorDb, vectordbs } from "@/lib/contract/vectordbs/schemas";
import type { Viewer } from "@/lib/server/access/visibility/visible";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { openTeamStore } from "@/lib/server/engine/knowledge/vectors/team-store";
import { datasourceJobs, datasources } from "@/lib/server/platform/db/tables/datasources";
import { vectorDbs as table } from "@/lib/server/platform/db/tables/vector-dbs";
import { newId } from "@/lib/server/platform/ids/ids";
import { findReferenceIssues } from "@/lib/server/resources/references/check";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam } from "../support/sessions";
import type { VectorStandin } from "../support/standins/vectors/http";
import { startPineconeStandin } from "../support/standins/vectors/pinecone";
import { startQdrantStandin } from "../support/standins/vectors/qdrant";
import { at, point } from "../support/vector-stores";

const nowhere = "http://127.0.0.1:9";
let qdrant: VectorStandin;
let pinecone: VectorStandin;
beforeAll(async () => {
  [qdrant, pinecone] = await Promise.all([startQdrantStandin(), startPineconeStandin()]);
});
afterAll(() => Promise.all([qdrant.close(), pinecone.close()]));
afterEach(() => {
  qdrant.fault = undefined;
});

const to = (person: Person) => ({ token: person.token, params: { resourceSlug: person.slug } });
const of = (person: Person, vectorDbId: string, slug = person.slug) => ({
  token: person.token,
  params: { resourceSlug: slug, vectorDbId },
});
const form = (change: object = {}) => ({
  ...{ name: "Vectors", type: "qdrant", url: qdrant.url, config: { api_key: qdrant.key } },
  ...change,
});
const add = (person: Person, change: object = {}) => callAs(vectordbs.add, { ...to(person), body: form(change) });
const made = async (person: Person, change: object = {}) => String((await expectOk(add(person, change)))._id);
const read = async (person: Person, id: string) =>
  ((await expectOk(callAs(vectordbs.get, of(person, id)))) as { vectorDb: VectorDb }).vectorDb;
const edit = (person: Person, id: string, body: object) =>
  callAs(vectordbs.edit, { ...of(person, id), body: { ...body } });
const remove = (person: Person, id: string, body: object = {}) =>
  callAs(vectordbs.remove, { ...of(person, id), body: { ...body } });
const test = (person: Person, body: object) => callAs(vectordbs.test, { ...to(person), body: { ...body } });
async function list(person: Person, query: Record<string, unknown> = {}) {
  const answer = await expectOk(callAs(vectordbs.list, { ...to(person), query: query as never }));
  return answer as { vectorDbs: VectorDb[]; next: string | null };
}
const names = async (person: Person, query?: Record<string, unknown>) =>
  (await list(person, query)).vectorDbs.map(({ name }) => name);

describe("vector databases", () => {
  it("are added, listed, found, edited, duplicated and deleted", async () => {
    const ada = await newPerson();
    const id = await made(ada, { name: " Library ", url: `${qdrant.url}/` });
    expect(await read(ada, id)).toMatchObject({
      ...{ name: "Library", type: "qdrant", url: qdrant.url, config: { api_key: "••••6789" } },
      ...{ usedBy: 0, usedIn: [], version: 1, createdBy: ada.accountId },
    });
    const other = await made(ada, {
      ...{ name: "Index", type: "pinecone", url: pinecone.url, config: { api_key: pinecone.key } },
    });
    expect(await names(ada)).toEqual(["Built-in", "Index", "Library"]);
    expect(await names(ada, { q: "LIB" })).toEqual(["Library"]);
    expect(await names(ada, { q: "built" })).toEqual(["Built-in"]);
    expect(await names(ada, { type: "pinecone" })).toEqual(["Index"]);
    expect(await names(ada, { type: "builtin" })).toEqual(["Built-in"]);
    expect(await names(ada, { before: other })).toEqual(["Library"]);
    const first = await list(ada, { limit: 1, sort: "name" });
    expect(first.vectorDbs.map(({ name }) => name)).toEqual(["Built-in", "Index"]);
    expect(await names(ada, { limit: 1, sort: "name", before: first.next })).toEqual(["Library"]);

    await expectOk(edit(ada, id, { name: "Archive", version: 1 }));
    expect(await edit(ada, id, { name: "Attic", version: 1 })).toMatchObject({
      status: 409,
      body: { vectorDb: { name: "Archive", version: 2 } },
    });
    const copy = String((await expectOk(callAs(vectordbs.duplicate, of(ada, id))))._id);
    expect(await read(ada, copy)).toMatchObject({ name: "Copy of Archive", config: { api_key: "••••6789" } });
    expect(await expectOk(test(ada, { ...form(), config: { api_key: "••••6789" }, vectorDbId: copy }))).toEqual({
      ok: true,
    });
    await expectOk(remove(ada, id));
    expect((await callAs(vectordbs.get, of(ada, id))).status).toBe(404);
  });

  it("have a built-in one that stays as it is", async () => {
    const ada = await newPerson();
    expect(await read(ada, "builtin")).toMatchObject({ name: "Built-in", type: "builtin", url: null, usedBy: 0 });
    for (const reply of [
      await edit(ada, "builtin", { name: "Mine" }),
      await remove(ada, "builtin"),
      await remove(ada, "builtin", { force: true }),
      await callAs(vectordbs.duplicate, of(ada, "builtin")),
    ])
      expect(reply).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/built-in vector DB can't be/) },
      });
    expect(await add(ada, { type: "builtin" })).toMatchObject({ status: 400, body: { issues: [{ path: "type" }] } });
    expect(await names(ada)).toEqual(["Built-in"]);
  });

  it("are another team's to nobody", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const id = await made(ada);
    for (const slug of [ada.slug, bob.slug]) {
      const there = of(bob, id, slug);
      expect((await callAs(vectordbs.get, there)).status).toBe(404);
      expect((await callAs(vectordbs.edit, { ...there, body: { name: "Eve" } })).status).toBe(404);
      expect((await callAs(vectordbs.duplicate, there)).status).toBe(404);
      expect((await callAs(vectordbs.remove, { ...there, body: { force: true } })).status).toBe(404);
    }
    const masked = { ...form(), config: { api_key: "••••6789" }, vectorDbId: id };
    expect((await test(bob, masked)).status).toBe(404);
    const { db } = await testDatabase();
    await expect(openTeamStore(db, bob.slug, id)).rejects.toMatchObject({ code: "not_found" });
    const viewer = { teamId: bob.slug } as Viewer;
    expect(await findReferenceIssues(db, viewer, "datasource", { vectorDbId: id })).toEqual([
      { path: "vectorDbId", message: "This vector DB doesn't exist or is no longer available." },
    ]);
    expect((await read(ada, id)).name).toBe("Vectors");
  });

  it("say which field is wrong", async () => {
    const ada = await newPerson();
    for (const [change, path] of [
      [{ name: "" }, "name"],
      [{ url: "" }, "url"],
      [{ url: "ftp://example.com" }, "url"],
      [{ type: "pinecone", url: "../../etc/passwd" }, "url"],
      [{ url: "http://" }, "url"],
      [{ url: "https://ada:secret@example.com" }, "url"],
      [{ url: "https://example.com/?key=1" }, "url"],
      [{ type: "weaviate" }, "type"],
      [{ type: "pinecone", config: {} }, "config.api_key"],
      [{ config: { api_key: "two words" } }, "config.api_key"],
      [{ config: { api_key: "••••6789" } }, "config.api_key"],
    ] as const)
      expect(await add(ada, change), JSON.stringify(change)).toMatchObject({
        status: 400,
        body: { issues: [{ path }] },
      });
    expect(await names(ada)).toEqual(["Built-in"]);
  });
});

describe("the connection", () => {
  it("is checked before it is saved, and can be saved all the same", async () => {
    const ada = await newPerson();
    const wrong = { config: { api_key: "not-the-key-4711" } };
    const error = "Qdrant rejected the API key (401): Invalid API key.";
    const refused = await add(ada, wrong);
    expect(refused).toMatchObject({ status: 400, body: { error, check: false, issues: [{ path: "url" }] } });
    expect(await test(ada, form(wrong))).toMatchObject({
      status: 200,
      body: { ok: false, message: error },
    });
    expect(await test(ada, form())).toMatchObject({ status: 200, body: { ok: true } });
    expect(await add(ada, { url: nowhere })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/Couldn't reach 127.0.0.1:9/) },
    });
    const id = await made(ada, { ...wrong, force: true });
    expect(await edit(ada, id, { url: nowhere, config: wrong.config })).toMatchObject({ status: 400 });
    // What does not touch the connection needs no check.
    await expectOk(edit(ada, id, { name: "Later" }));
    expect(await read(ada, id)).toMatchObject({ name: "Later", url: qdrant.url, version: 2 });
  });

  it("keeps its key when the mask comes back, and asks for it where it would go elsewhere", async () => {
    const ada = await newPerson();
    const id = await made(ada);
    const { config } = await read(ada, id);
    await expectOk(edit(ada, id, { name: "Same key", config }));
    expect(await test(ada, { ...form(), config, vectorDbId: id })).toMatchObject({ body: { ok: true } });
    const moved = `${qdrant.url}/elsewhere`;
    for (const body of [{ url: moved, config }, { url: moved }, { url: moved, config: {} }])
      expect(await edit(ada, id, body)).toMatchObject({ status: 400, body: { issues: [{ path: "config.api_key" }] } });
    const seen = qdrant.calls.length;
    expect(await test(ada, { ...form(), url: moved, config, vectorDbId: id })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "config.api_key" }] },
    });
    expect(qdrant.calls).toHaveLength(seen);
    expect(await edit(ada, id, { type: "pinecone" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "type" }] },
    });
    await expectOk(edit(ada, id, { config: { api_key: null }, force: true }));
    expect((await read(ada, id)).config).toEqual({});
  });

  it("is sealed for its row", async () => {
    const ada = await newPerson();
    await made(ada);
    const rows = await (await testDatabase()).db.select().from(table);
    expect(rows.length).toBeGreaterThan(0);
    for (const { apiKey } of rows) if (apiKey !== null) expect(apiKey).toMatch(/^v1\./);
    expect(JSON.stringify(rows)).not.toContain(qdrant.key);
  });

  it("opens the store of the team's own", async () => {
    const ada = await newPerson();
    const id = await made(ada);
    const { db } = await testDatabase();
    const store = await openTeamStore(db, ada.slug, id);
    const collection = toCollection(ada.slug, { type: "demo", model: "demo-embedding" }, 4);
    await store.upsert(collection, [point(ada.slug, "chunk_1")]);
    const search = { teamId: ada.slug, datasourceIds: ["datasource_1"], vector: at(0), k: 5 };
    expect(await store.search(collection, search)).toMatchObject([{ id: "chunk_1" }]);
    const builtin = await openTeamStore(db, ada.slug, null);
    expect(await builtin.search(collection, search)).toEqual([]);
  });
});

it("names what uses one, keeps that from being deleted, and moves it to the built-in one by force", async () => {
  const ada = await newPerson();
  const id = await made(ada);
  const { db } = await testDatabase();
  const own = { teamId: ada.slug, createdBy: ada.accountId, sourceType: "file" as const, status: "ready" as const };
  const chunking = { strategy: "recursive", size: 1_000, overlap: 150 } as const;
  const collection = { name: "theirs", dimensions: 4 };
  const users = ["Handbook", "Prices"].map((name) => ({ type: "datasource", _id: newId("datasource"), name }));
  const news = { type: "datasource", _id: newId("datasource"), name: "News" };
  for (const { _id, name } of [...users, news])
    await db
      .insert(datasources)
      .values({ ...own, chunking, id: _id, name, vectorDbId: _id === news._id ? null : id, collection });
  expect((await list(ada)).vectorDbs).toMatchObject([
    { _id: "builtin", usedBy: 1, usedIn: [news] },
    { _id: id, usedBy: 2, usedIn: users },
  ]);
  expect(await read(ada, "builtin")).toMatchObject({ usedBy: 1 });
  expect(await remove(ada, id)).toMatchObject({ status: 409, body: { usedBy: users } });
  expect(await read(ada, id)).toMatchObject({ usedBy: 2 });
  await expectOk(remove(ada, id, { force: true }));
  expect(await read(ada, "builtin")).toMatchObject({ usedBy: 3, usedIn: [users[0], news, users[1]] });
  const moved = await db
    .select({ id: datasourceJobs.datasourceId, kind: datasourceJobs.kind, collection: datasources.collection })
    .from(datasourceJobs)
    .innerJoin(datasources, eq(datasources.id, datasourceJobs.datasourceId))
    .where(eq(datasources.teamId, ada.slug))
    .orderBy(asc(datasources.name));
  expect(moved).toEqual(users.map(({ _id }) => ({ id: _id, kind: "upload", collection: null })));
});

it("takes a bit each to add, edit and delete", async () => {
  const ada = await newPerson();
  const id = await made(ada);
  const bob = await newPerson("Bob");
  await joinTeam(bob, ada.slug);
  const there = of(bob, id, ada.slug);
  await expectOk(callAs(vectordbs.get, there));
  for (const [reply, permission] of [
    [await callAs(vectordbs.add, { token: bob.token, params: { resourceSlug: ada.slug }, body: form() }), 205],
    [await callAs(vectordbs.duplicate, there), 205],
    [await callAs(vectordbs.edit, { ...there, body: { name: "Mine" } }), 210],
    [await callAs(vectordbs.remove, { ...there, body: {} }), 215],
  ] as const)
    expect(reply).toMatchObject({ status: 403, body: { permission } });
});
