import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toCollection } from "@/lib/server/engine/knowledge/vectors/shared/collection";
import { VectorError } from "@/lib/server/engine/knowledge/vectors/shared/failure";
import type { Filter, Point, VectorStore } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { at, newTeam, point, stores } from "../../support/vector-stores";

const model = { type: "open_ai", model: "text-embedding-3-small" };
const datasourceId = "datasource_1";

describe.each(Object.keys(stores))("%s", (type) => {
  let store: VectorStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await stores[type]?.();
    if (!opened) throw new Error("No such store.");
    ({ store, close } = opened);
  });
  afterAll(() => close());

  /** A fresh team with these points in its collection. */
  async function filled(make: (teamId: string) => Point[]) {
    const teamId = newTeam();
    const collection = toCollection(teamId, model, 4);
    await store.upsert(collection, make(teamId));
    const ids = async (filters: Filter[] = [], rest: Partial<Parameters<VectorStore["search"]>[1]> = {}) => {
      const search = { teamId, datasourceIds: [datasourceId], vector: at(0), k: 50, filters, ...rest };
      return (await store.search(collection, search)).map(({ id }) => id);
    };
    const listed = async (of = datasourceId) =>
      (await Array.fromAsync(store.list(collection, { teamId, datasourceId: of }))).map(({ id }) => id).sort();
    return { teamId, collection, ids, listed };
  }

  it("finds the nearest first, scored by their cosine", async () => {
    const { teamId, collection } = await filled((team) => [
      point(team, "far", { vector: at(90) }),
      point(team, "near", { vector: at(60) }),
      point(team, "same", { vector: at(0).map((value) => value * 3) }),
    ]);
    const found = await store.search(collection, { teamId, datasourceIds: [datasourceId], vector: at(0), k: 2 });
    expect(found.map(({ id }) => id)).toEqual(["same", "near"]);
    expect(found[0]?.score).toBeCloseTo(1, 5);
    expect(found[1]?.score).toBeCloseTo(0.5, 5);
  });

  it("replaces a point of the same id, and takes the last of a repeated one", async () => {
    const { teamId, collection, ids, listed } = await filled((team) => [
      point(team, "a", { fields: { n: 1 } }),
      point(team, "a", { fields: { n: 2 } }),
      point(team, "b"),
    ]);
    expect(await ids([{ field: "n", op: "eq", value: 2 }])).toEqual(["a"]);
    for (let i = 0; i < 2; i += 1) await store.upsert(collection, [point(teamId, "a", { fields: { n: 3 } })]);
    expect(await listed()).toEqual(["a", "b"]);
    expect(await ids([{ field: "n", op: "eq", value: 2 }])).toEqual([]);
    expect(await ids([{ field: "n", op: "eq", value: 3 }])).toEqual(["a"]);
  });

  it("answers nothing from a collection that nobody has written, and removes nothing from it", async () => {
    const teamId = newTeam();
    const collection = toCollection(teamId, model, 4);
    const search = { teamId, datasourceIds: [datasourceId], vector: at(0), k: 5 };
    expect(await store.search(collection, search)).toEqual([]);
    expect(await Array.fromAsync(store.list(collection, { teamId, datasourceId }))).toEqual([]);
    await store.remove(collection, { teamId, datasourceId });
    await store.remove(collection, { teamId, datasourceId, documentIds: ["document_1"] });
  });

  it("removes documents and datasources, and nothing beside them", async () => {
    const { teamId, collection, listed } = await filled((team) => [
      point(team, "a1", { documentId: "document_a" }),
      point(team, "a2", { documentId: "document_a" }),
      point(team, "b1", { documentId: "document_b" }),
      point(team, "other", { datasourceId: "datasource_2", documentId: "document_a" }),
    ]);
    await store.remove(collection, { teamId, datasourceId, documentIds: ["document_a", "document_none"] });
    expect(await listed()).toEqual(["b1"]);
    expect(await listed("datasource_2")).toEqual(["other"]);
    await store.remove(collection, { teamId, datasourceId, documentIds: [] });
    expect(await listed()).toEqual(["b1"]);
    await store.remove(collection, { teamId, datasourceId });
    expect(await listed()).toEqual([]);
    expect(await listed("datasource_2")).toEqual(["other"]);
  });

  it("lists more than a page with the document of each", async () => {
    const ids = Array.from({ length: 1_203 }, (_, i) => `chunk_${String(i).padStart(4, "0")}`);
    const { teamId, collection, listed } = await filled((team) =>
      ids.map((id, i) => point(team, id, { documentId: `document_${i % 7}`, vector: at(i / 10) })),
    );
    expect(await listed()).toEqual(ids);
    for await (const { id, documentId } of store.list(collection, { teamId, datasourceId }))
      expect(documentId).toBe(`document_${Number(id.slice(6)) % 7}`);
  });

  it("searches only the datasources that it is given", async () => {
    const { ids } = await filled((team) => [
      point(team, "one"),
      point(team, "two", { datasourceId: "datasource_2", vector: at(10) }),
      point(team, "three", { datasourceId: "datasource_3", vector: at(20) }),
    ]);
    expect(await ids([], { datasourceIds: ["datasource_1", "datasource_3"] })).toEqual(["one", "three"]);
    expect(await ids([], { datasourceIds: [] })).toEqual([]);
    expect(await ids([], { k: 0 })).toEqual([]);
  });

  it("keeps teams apart, whatever they have in common", async () => {
    const mine = await filled((team) => [point(team, "same-id", { fields: { of: "mine" } })]);
    const theirs = await filled((team) => [point(team, "same-id", { fields: { of: "theirs" } })]);
    await store.remove(theirs.collection, { teamId: theirs.teamId, datasourceId });
    expect(await mine.ids([{ field: "of", op: "eq", value: "mine" }])).toEqual(["same-id"]);
    const search = { teamId: mine.teamId, datasourceIds: [datasourceId], vector: at(0), k: 5 };
    await expect(store.search(theirs.collection, search)).rejects.toThrow("another team");
    await expect(store.upsert(theirs.collection, [point(mine.teamId, "x")])).rejects.toThrow("another team");
    await expect(store.remove(theirs.collection, { teamId: mine.teamId, datasourceId })).rejects.toThrow(
      "another team",
    );
    await store.dropTeam(theirs.teamId);
    expect(await mine.listed()).toEqual(["same-id"]);
    await store.upsert(theirs.collection, [point(theirs.teamId, "new")]);
    expect(await theirs.listed()).toEqual(["new"]);
    await store.dropTeam(mine.teamId);
    expect(await mine.listed()).toEqual([]);
    expect(await theirs.listed()).toEqual(["new"]);
  });

  it("refuses vectors of another length, and such as point nowhere", async () => {
    const { teamId, collection, listed } = await filled((team) => [point(team, "kept")]);
    for (const vector of [
      [1, 0, 0],
      [1, 0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, Number.NaN, 0, 0],
    ]) {
      const writing = store.upsert(collection, [point(teamId, "good"), point(teamId, "odd", { vector })]);
      await expect(writing).rejects.toMatchObject({ problem: "dimensions", retryable: false });
      const search = { teamId, datasourceIds: [datasourceId], vector, k: 5 };
      await expect(store.search(collection, search)).rejects.toBeInstanceOf(VectorError);
    }
    expect(await listed()).toEqual(["kept"]);
  });

  describe("filters", () => {
    const fields = {
      open: { status: "open", n: 5, done: false, when: "2026-01-31" },
      closed: { status: "closed", n: 5.5, done: true, when: "2026-02-01T10:00:00Z" },
      bare: {},
      texts: { status: "5", n: -0, done: null, when: "soon", "odd key\"'.$`": "it's" },
    };
    let team: Awaited<ReturnType<typeof filled>>;
    beforeAll(async () => {
      team = await filled((teamId) => Object.entries(fields).map(([id, own]) => point(teamId, id, { fields: own })));
    });

    it.each<[Filter["op"], string, Filter["value"], string[]]>([
      ["eq", "status", "open", ["open"]],
      ["eq", "status", "5", ["texts"]],
      ["eq", "n", 5, ["open"]],
      ["eq", "n", 5.5, ["closed"]],
      ["eq", "n", 0, ["texts"]],
      ["eq", "done", true, ["closed"]],
      ["eq", "done", "true", []],
      ["eq", "done", null, ["bare", "texts"]],
      ["eq", "nothing", 1, []],
      ["ne", "status", "open", ["bare", "closed", "texts"]],
      ["ne", "status", null, ["closed", "open", "texts"]],
      ["gt", "n", 5, ["closed"]],
      ["gte", "n", 5, ["closed", "open"]],
      ["lt", "n", 5, ["texts"]],
      ["lte", "n", 5, ["open", "texts"]],
      ["gt", "when", "2026-01-31", ["closed"]],
      ["lt", "when", "2026-02-01T10:00:00.001Z", ["closed", "open"]],
      ["lte", "when", "2026-02-01T11:00:00+01:00", ["closed", "open"]],
      ["in", "status", ["open", "closed"], ["closed", "open"]],
      ["in", "n", [0, 5.5, "5"], ["closed", "texts"]],
      ["in", "status", [null, "open"], ["bare", "open"]],
      ["in", "status", [], []],
      ["eq", "odd key\"'.$`", "it's", ["texts"]],
      ["eq", "odd key", "it's", []],
    ])("%s %s %j", async (op, field, value, expected) => {
      expect((await team.ids([{ field, op, value }])).sort()).toEqual(expected);
    });

    it("holds all of several", async () => {
      const both: Filter[] = [
        { field: "n", op: "gte", value: 5 },
        { field: "status", op: "ne", value: "closed" },
      ];
      expect(await team.ids(both)).toEqual(["open"]);
    });

    it.each(["soon", true, null, ["2026-01-01"]])("can't tell what is greater than %j", async (value) => {
      const filter: Filter = { field: "when", op: "gt", value };
      await expect(team.ids([filter])).rejects.toMatchObject({ problem: "filter", retryable: false });
    });
  });

  it("can't be led astray by ids and values", async () => {
    const hostile = [
      "' OR '1'='1",
      "'; DROP TABLE x; --",
      "\\' OR true --",
      "'' OR team <> ''",
      "\u001fs_own=1\u001f",
      "a\u001fs_secret=yes",
      "%",
      "_",
      "\\u",
      "$ne",
      "/../..",
      "ünïcödé 🙂",
      '"}}],"x":[{',
      "\u0000",
      "x".repeat(900),
    ];
    const { teamId, collection, listed } = await filled((team) =>
      hostile.map((text, i) =>
        point(team, `chunk_${i}`, { documentId: `document_${i}`, fields: { own: text, secret: "no" } }),
      ),
    );
    const everything = await listed();
    expect(everything).toHaveLength(hostile.length);
    for (const [i, text] of hostile.entries()) {
      const search = (filter: Filter) =>
        store.search(collection, { teamId, datasourceIds: [datasourceId], vector: at(0), k: 99, filters: [filter] });
      expect(await search({ field: "own", op: "eq", value: text })).toMatchObject([{ id: `chunk_${i}` }]);
      expect(await search({ field: "own", op: "ne", value: text })).toHaveLength(hostile.length - 1);
      expect(await search({ field: text, op: "eq", value: "no" })).toEqual([]);
      const elsewhere = { teamId, datasourceIds: [text], vector: at(0), k: 99 };
      expect(await store.search(collection, elsewhere)).toEqual([]);
      await store.remove(collection, { teamId, datasourceId: text });
      await store.remove(collection, { teamId, datasourceId, documentIds: [text] });
      expect(await Array.fromAsync(store.list(collection, { teamId, datasourceId: text }))).toEqual([]);
    }
    const forged: Filter = { field: "secret", op: "eq", value: "yes" };
    const search = { teamId, datasourceIds: [datasourceId], vector: at(0), k: 99, filters: [forged] };
    expect(await store.search(collection, search)).toEqual([]);
    expect(await listed()).toEqual(everything);
  });

  it("stops where its signal says so", async () => {
    const { teamId, collection } = await filled((team) => [point(team, "a")]);
    const signal = AbortSignal.abort();
    const search = { teamId, datasourceIds: [datasourceId], vector: at(0), k: 5 };
    await expect(store.search(collection, search, signal)).rejects.toMatchObject({ name: "AbortError" });
    await expect(store.upsert(collection, [point(teamId, "b")], signal)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is reached by its check", async () => {
    await store.check();
  });
});

describe("collections", () => {
  it("never take two models, lengths or teams together", () => {
    const names = [
      toCollection("team-a", model, 4),
      toCollection("team-b", model, 4),
      toCollection("team-a", model, 8),
      toCollection("team-a", { ...model, model: "text-embedding-3-large" }, 4),
      toCollection("team-a", { ...model, type: "azure" }, 4),
      toCollection("team-a", { ...model, type: "azure", deployment: "small" }, 4),
    ].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^muster_[0-9a-f]{16}_[0-9a-f]{16}_\d+$/);
    expect(toCollection("team-a", { ...model }, 4).name).toBe(names[0]);
  });
});
