import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Filter, Retrieval } from "@/lib/contract/datasources/retrieval";
import { datasources } from "@/lib/contract/datasources/schemas";
import { models } from "@/lib/contract/models/schemas";
import { startIngestWorker } from "@/lib/server/engine/knowledge/pipeline/ingest-worker";
import { writeFetched } from "@/lib/server/engine/knowledge/pipeline/work/documents";
import { addJob } from "@/lib/server/engine/knowledge/pipeline/work/jobs";
import { searchText } from "@/lib/server/engine/knowledge/retrieval/text-search";
import { models as modelTable } from "@/lib/server/platform/db/tables/models";
import { newId } from "@/lib/server/platform/ids/ids";
import { setTeam, teamBudget } from "../support/budgets";
import { callAs, expectOk, newPerson, type Person, type Reply } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { ask, atDatasource, ready, upload } from "../support/datasources";
import { replaceOpenAi } from "../support/open-ai";

ownDatabase();

let worker: { stop: () => Promise<void> };
let provider: Awaited<ReturnType<typeof replaceOpenAi>>;
beforeAll(async () => {
  provider = await replaceOpenAi();
  worker = startIngestWorker((await testDatabase()).db, { pollMs: 100, heartbeatMs: 500 });
});
afterAll(() => worker.stop().then(provider.end));

interface Told {
  key: string;
  text?: string;
  fields?: Record<string, string | number | boolean | null>;
  date?: Date;
}

/** A datasource with what a source would have told. */
async function filled(person: Person, told: Told[]): Promise<string> {
  const { datasourceId } = await upload(person, { "first.txt": "Nothing of interest." });
  await ready(person, datasourceId);
  const { db } = await testDatabase();
  const place = { teamId: person.slug, datasourceId };
  await db.transaction(async (tx) => {
    const jobId = await addJob(tx, place, "upload", person.accountId);
    const found = told.map(({ key, text = `The harbour of ${key}.`, fields = {}, date }) => ({
      key,
      title: key,
      uri: null,
      content: { text },
      contentHash: newId("call"),
      fields,
      bytes: text.length,
      sourceDate: date ?? null,
    }));
    await writeFetched(tx, { ...place, stream: "s", jobId }, found);
  });
  const stored = async () => (await ready(person, datasourceId)).recordCount.succeeded;
  await expect.poll(stored, { timeout: 20_000 }).toBe(told.length + 1);
  return datasourceId;
}

const find = async (person: Person, id: string, query: string, retriever: Record<string, unknown> = {}) =>
  (await ask(person, id, query, retriever)) as unknown as Retrieval;
const titles = ({ passages }: Pick<Retrieval, "passages">) => passages.map(({ title }) => title);

async function chatModel(person: Person): Promise<string> {
  const to = { token: person.token, params: { resourceSlug: person.slug } };
  const config = { api_key: provider.standin.key };
  const body = { name: "Thinker", type: "open_ai", model: "gpt-4o-mini", contextWindow: 100_000, config, force: true };
  const modelId = String((await expectOk(callAs(models.add, { ...to, body })))._id);
  await expectOk(callAs(models.setDefault, { ...to, body: { modelId, modelType: "llm" } }));
  return modelId;
}

describe("filters", () => {
  const told: Told[] = [
    { key: "one", fields: { n: 1, status: "open", on: "2026-01-31", is: true } },
    { key: "two", fields: { n: 2.5, status: "closed", on: "2026-01-31T10:00:00Z", is: false } },
    { key: "three", fields: { n: -3, status: "it's", on: "2026-02-01 01:30:00+02:00", is: true } },
    { key: "four", fields: { n: 10, status: "2", on: "2026-02-31" } },
    { key: "five", fields: { n: "2.5", on: "soon" } },
    { key: "six", fields: { status: null, on: "2025-12-31T23:59" } },
  ];
  const all = told.map(({ key }) => key);
  const without = (...keys: string[]) => all.filter((key) => !keys.includes(key));
  const cases: [Filter, string[]][] = [
    [{ field: "status", op: "eq", value: "open" }, ["one"]],
    [{ field: "status", op: "eq", value: "it's" }, ["three"]],
    [{ field: "n", op: "eq", value: 2.5 }, ["two"]],
    [{ field: "n", op: "eq", value: "2.5" }, ["five"]],
    [{ field: "is", op: "eq", value: true }, ["one", "three"]],
    [{ field: "status", op: "ne", value: "open" }, without("one")],
    [{ field: "nothing", op: "ne", value: 1 }, all],
    [{ field: "nothing", op: "eq", value: 1 }, []],
    [{ field: "n", op: "gt", value: 1 }, ["two", "four"]],
    [{ field: "n", op: "gte", value: 1 }, ["one", "two", "four"]],
    [{ field: "n", op: "lt", value: 2.5 }, ["one", "three"]],
    [{ field: "n", op: "lte", value: 2.5 }, ["one", "two", "three"]],
    [{ field: "on", op: "gt", value: "2026-01-31" }, ["two", "three"]],
    [{ field: "on", op: "gte", value: "2026-01-31" }, ["one", "two", "three"]],
    [{ field: "on", op: "lt", value: "2026-01-31T23:30:00Z" }, ["one", "two", "six"]],
    [{ field: "on", op: "lte", value: "2026-01-31T23:30:00Z" }, ["one", "two", "three", "six"]],
    [{ field: "status", op: "in", value: ["open", "2"] }, ["one", "four"]],
    [{ field: "n", op: "in", value: [1, "2.5"] }, ["one", "five"]],
    [{ field: "status", op: "in", value: [] }, []],
    [{ field: "status", op: "in", value: "open" }, ["one"]],
  ];

  it("of each kind hold for the same documents in the vector store and in the search for words", async () => {
    const ada = await newPerson();
    const id = await filled(ada, told);
    for (const [filter, expected] of cases) {
      const shown = JSON.stringify(filter);
      const { passages } = await find(ada, id, "harbour", { k: 50, filters: [filter] });
      const by = (rank: "vectorRank" | "textRank") =>
        passages.filter((one) => one[rank] !== null && one.title !== "first.txt").map(({ title }) => title);
      expect(by("textRank").sort(), `words, ${shown}`).toEqual([...expected].sort());
      expect(by("vectorRank").sort(), `vectors, ${shown}`).toEqual([...expected].sort());
    }
  });

  it("that can't be asked are told of, with words alone as with vectors", async () => {
    const ada = await newPerson();
    const id = await filled(ada, told.slice(0, 1));
    for (const filter of [
      { field: "status", op: "gt", value: "open" },
      { field: "status", op: "eq", value: ["open"] },
    ]) {
      const body = { query: "harbour", retriever: { filters: [filter] } };
      const reply: Reply = await callAs(datasources.query, { ...atDatasource(ada, id), body });
      expect(reply).toMatchObject({ status: 400, body: { error: expect.stringContaining("status") } });
    }
  });
});

describe("retrievers", () => {
  const day = 24 * 3_600_000;

  it("of type raw answer the k nearest, and cut below the threshold with the reason", async () => {
    const ada = await newPerson();
    const id = await filled(ada, [
      { key: "near", text: "The harbour closes at ten." },
      { key: "same", text: "The harbour closes at ten." },
      { key: "far", text: "Bread is baked with harbour salt on Tuesdays, and sold in the town." },
    ]);
    const found = await find(ada, id, "When does the harbour close?", { k: 1 });
    expect(found.passages).toHaveLength(1);
    const reasons = found.dropped.map(({ reason }) => reason);
    expect(reasons).toContain("Duplicate of a higher-ranked passage.");
    expect(reasons).toContain("Not in the top 1.");
    const strict = await find(ada, id, "When does the harbour close?", { k: 5, scoreThreshold: 0.4 });
    expect(strict.passages.every(({ vectorScore }) => (vectorScore ?? 0) >= 0.4)).toBe(true);
    expect(strict.dropped.some(({ reason }) => /below the threshold of 0.40/.test(reason))).toBe(true);
    const vectors = await find(ada, id, "When does the harbour close?", { hybrid: false });
    expect(vectors.passages.every(({ textRank }) => textRank === null)).toBe(true);
    expect(vectors.ms.text).toBe(0);
  });

  it("of type time_weighted put what is new before what is old", async () => {
    const ada = await newPerson();
    const now = Date.now();
    const id = await filled(ada, [
      {
        key: "old",
        text: "The harbour closes at ten.",
        date: new Date(now - 90 * day),
        fields: { changed: now / 1_000 },
      },
      { key: "new", text: "The harbour closes at nine.", date: new Date(now), fields: { changed: 1 } },
    ]);
    const time = { type: "time_weighted", decayRate: 0.01 };
    expect(titles(await find(ada, id, "The harbour closes at ten", { k: 1 }))).toEqual(["old"]);
    expect(titles(await find(ada, id, "The harbour closes at ten", { ...time, k: 1 }))).toEqual(["new"]);
    const byField = { ...time, k: 1, timeField: "changed" };
    expect(titles(await find(ada, id, "The harbour closes at nine", byField))).toEqual(["old"]);
  });

  it("of type multi_query ask in other words too, and count what that takes", async () => {
    const ada = await newPerson();
    const modelId = await chatModel(ada);
    const id = await filled(ada, [{ key: "quay", text: "Moorings are locked after sunset." }]);
    provider.standin.behave({ text: "1. When are moorings locked?\n2. At what hour is the quay shut?" });
    const found = await find(ada, id, "closing time", { type: "multi_query", k: 3 });
    expect(found.queries).toEqual(["closing time", "When are moorings locked?", "At what hour is the quay shut?"]);
    expect(titles(found)[0]).toBe("quay");
    const { pool } = await testDatabase();
    const { rows } = await pool.query("select account_id, input_tokens from model_calls where model_id = $1", [
      modelId,
    ]);
    expect(rows).toMatchObject([{ account_id: ada.accountId }]);
    expect(Number(rows[0].input_tokens)).toBeGreaterThan(0);
    provider.standin.behave({ fault: { kind: "status", status: 500 } });
    expect((await find(ada, id, "moorings", { type: "multi_query" })).queries).toEqual(["moorings"]);
  });

  it("of type self_query take from the model only conditions that the documents and stores know", async () => {
    const ada = await newPerson();
    await chatModel(ada);
    const id = await filled(ada, [
      { key: "one", fields: { year: 2025, status: "open" } },
      { key: "two", fields: { year: 2026, status: "open" } },
    ]);
    const filters = [
      { field: "year", op: "gte", value: 2026 },
      { field: "year", op: "eq", value: "2026" },
      { field: "status", op: "gt", value: "m" },
      { field: "team", op: "eq", value: "other" },
    ];
    provider.standin.behave({ text: `Here: ${JSON.stringify({ filters })}` });
    const found = await find(ada, id, "harbours since 2026", { type: "self_query" });
    expect(found.filters).toEqual(filters.slice(0, 1));
    expect(titles(found)).toEqual(["two"]);
    provider.standin.behave({ text: "I do not know." });
    expect((await find(ada, id, "harbours", { type: "self_query" })).filters).toEqual([]);
  });
});

describe("what a model writes", () => {
  it("is searched for without the signs that no database takes", async () => {
    const ada = await newPerson();
    await chatModel(ada);
    const id = await filled(ada, [{ key: "one", fields: { status: "open" } }]);
    // The wire carries both as escapes.
    provider.standin.behave({ text: "1. When is the quay\0 shut?\n2. At what hour?" });
    const asked = await find(ada, id, "harbour", { type: "multi_query" });
    expect(asked.queries).toEqual(["harbour", "When is the quay shut?", "At what hour?"]);
    for (const value of ["op\0en", "open\ud800"]) {
      const filters = [{ field: "status", op: "in", value: [value] }];
      provider.standin.behave({ text: JSON.stringify({ filters }) });
      const found = await find(ada, id, "open harbours", { type: "self_query" });
      expect(found.filters).toEqual([{ field: "status", op: "in", value: [value.replace("\0", "").toWellFormed()] }]);
    }
  });
});

describe("a search", () => {
  it("is counted, and refused when the team's budget is used up", async () => {
    const ada = await newPerson();
    const id = await filled(ada, [{ key: "one" }]);
    const { db } = await testDatabase();
    await db.update(modelTable).set({ inputPrice: 100, outputPrice: 100 }).where(eq(modelTable.teamId, ada.slug));
    await setTeam(ada, { tokens: 1_000 });
    const before = (await teamBudget(ada)).spent.tokens;
    await find(ada, id, "one two three four");
    const after = (await teamBudget(ada)).spent.tokens;
    expect(after).toBeGreaterThan(before);
    const { pool } = await testDatabase();
    await pool.query("update budgets set spent_tokens = 1000000 where subject_id = $1", [ada.slug]);
    const body = { query: "one", retriever: {} };
    const reply: Reply = await callAs(datasources.query, { ...atDatasource(ada, id), body });
    expect(reply).toMatchObject({ status: 409, body: { error: expect.stringContaining("budget") } });
  });

  it("finds nothing of another team's, whatever datasource it names", async () => {
    const ada = await newPerson();
    const id = await filled(ada, [{ key: "one" }]);
    const { db } = await testDatabase();
    const asked = { datasourceIds: [id], query: "harbour", k: 5, filters: [] };
    expect(await searchText(db, { ...asked, teamId: ada.slug })).toHaveLength(1);
    expect(await searchText(db, { ...asked, teamId: (await newPerson()).slug })).toEqual([]);
  });

  it("needs no vectors: where there are none yet, words find what is there", async () => {
    const ada = await newPerson();
    const id = await filled(ada, [{ key: "one" }]);
    const { pool } = await testDatabase();
    await pool.query("update datasources set collection = null where id = $1", [id]);
    const found = await find(ada, id, "harbour");
    expect(found.passages).toMatchObject([{ title: "one", vectorRank: null, textRank: 1 }]);
  });
});
