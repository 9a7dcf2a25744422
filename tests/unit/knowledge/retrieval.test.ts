import { describe, expect, it } from "vitest";
import { type Retriever, retrieverForm } from "@/lib/contract/datasources/retrieval";
import type { Candidate } from "@/lib/server/engine/knowledge/retrieval/candidates";
import { computeFreshness, filterCandidates } from "@/lib/server/engine/knowledge/retrieval/filter-candidates";
import { fuseNormalized, fuseRanks } from "@/lib/server/engine/knowledge/retrieval/fuse";
import { rephraseQuestion } from "@/lib/server/engine/knowledge/retrieval/rephrase-question";
import { parseTime } from "@/lib/server/engine/knowledge/vectors/shared/fields";

const hourMs = 3_600_000;

const candidate = (text: string, more: Partial<Candidate> = {}): Candidate => ({
  text,
  score: 0.5,
  documentId: "d",
  datasourceId: "s",
  title: text,
  uri: null,
  position: 0,
  page: null,
  lastPage: null,
  headings: [],
  vectorScore: 0.5,
  textScore: null,
  vectorRank: 1,
  textRank: null,
  at: null,
  fields: {},
  ...more,
});
const retriever = (more: Partial<Retriever> = {}) => retrieverForm.parse(more);
const kept = (all: Candidate[], more: Partial<Retriever>, now?: number) => {
  const { passages, dropped } = filterCandidates(all, retriever(more), now);
  return { passages: passages.map(({ text }) => text), dropped: dropped.map(({ text, reason }) => [text, reason]) };
};

describe("fusing", () => {
  it("puts first what stands high in several lists, and counts weights", () => {
    const scores = fuseRanks([
      { keys: ["a", "b", "c"], weight: 1 },
      { keys: ["b", "d"], weight: 1 },
    ]);
    expect([...scores].sort(([, x], [, y]) => y - x).map(([key]) => key)).toEqual(["b", "a", "d", "c"]);
    const heavy = fuseRanks([
      { keys: ["a"], weight: 1 },
      { keys: ["b"], weight: 2 },
    ]);
    expect((heavy.get("b") ?? 0) / (heavy.get("a") ?? 1)).toBeCloseTo(2);
  });

  it("keeps what one list has first before what both have in the middle", () => {
    const middle = Array.from({ length: 20 }, (_, i) => `m${i}`);
    const scores = fuseNormalized([
      { keys: ["first", ...middle], weight: 1 },
      { keys: [...Array.from({ length: 8 }, (_, i) => `x${i}`), ...middle], weight: 1 },
    ]);
    const places = [...scores].sort(([, x], [, y]) => y - x).map(([key]) => key);
    expect(places.indexOf("first")).toBeLessThan(5);
  });

  it("scores what is first everywhere with 1, and nothing where there are no lists", () => {
    const lists = [
      { keys: ["a", "b"], weight: 1 },
      { keys: ["a"], weight: 3 },
    ];
    expect(fuseNormalized(lists).get("a")).toBeCloseTo(1);
    expect(fuseNormalized([]).size).toBe(0);
    expect(fuseNormalized([{ keys: ["a"], weight: 0 }]).get("a")).toBe(0);
  });
});

describe("keeping", () => {
  it("takes the first k, and says of each other one by which rule it was cut", () => {
    const all = [
      candidate("a"),
      candidate("a"),
      candidate("low", { vectorScore: 0.1 }),
      candidate("b"),
      candidate("c"),
    ];
    expect(kept(all, { k: 2, scoreThreshold: 0.3 })).toEqual({
      passages: ["a", "b"],
      dropped: [
        ["a", "Duplicate of a higher-ranked passage."],
        ["low", "Its score of 0.10 is below the threshold of 0.30."],
        ["c", "Not in the top 2."],
      ],
    });
  });

  it("cuts what words alone have found only where there is a threshold", () => {
    const all = [candidate("words", { vectorScore: null, vectorRank: null, textRank: 1 })];
    expect(kept(all, {}).passages).toEqual(["words"]);
    expect(kept(all, { scoreThreshold: 0.01 }).dropped).toEqual([
      ["words", "Found by keywords only, so it has no score above the threshold."],
    ]);
    expect(kept([candidate("edge", { vectorScore: 0.3 })], { scoreThreshold: 0.3 }).passages).toEqual(["edge"]);
  });

  it("shows no more than fifty of what was cut", () => {
    expect(
      kept(
        Array.from({ length: 80 }, (_, i) => candidate(`t${i}`)),
        { k: 1 },
      ).dropped,
    ).toHaveLength(50);
  });

  it("weighs time by the source's date, or by a field of dates, seconds or milliseconds", () => {
    const now = Date.UTC(2026, 2, 1);
    const old = candidate("old", { score: 0.9, at: new Date(now - 1_000 * hourMs) });
    const fresh = candidate("new", { score: 0.6, at: new Date(now) });
    const weighted = { type: "time_weighted", k: 1 } as const;
    expect(kept([old, fresh], { k: 1 }, now).passages).toEqual(["old"]);
    expect(kept([old, fresh], weighted, now).passages).toEqual(["new"]);
    expect(kept([old, fresh], { ...weighted, decayRate: 0 }, now).passages).toEqual(["old"]);
    for (const on of ["2026-03-01", now, now / 1_000]) {
      const dated = { ...old, fields: { on } };
      expect(kept([dated, fresh], { ...weighted, timeField: "on" }, now).passages).toEqual(["old"]);
    }
    expect(kept([old, fresh], { ...weighted, timeField: "nothing" }, now).passages).toEqual(["old"]);
  });

  it("lets freshness fall by its rate with each hour, and knows no future", () => {
    const now = Date.UTC(2026, 2, 1);
    expect(computeFreshness(new Date(now), 0.1, now)).toBe(1);
    expect(computeFreshness(new Date(now - 2 * hourMs), 0.1, now)).toBeCloseTo(0.81);
    expect(computeFreshness(new Date(now + 9 * hourMs), 0.1, now)).toBe(1);
    expect(computeFreshness(null, 0.1, now)).toBe(0);
  });
});

describe("other words", () => {
  it("are the model's lines without their numbers, none twice and none the question", async () => {
    const said = "1. First way\n- second way\n\nfirst\n2) First way\n* third\n fourth";
    expect(await rephraseQuestion(async () => said, "first")).toEqual(["First way", "second way", "third"]);
  });

  it("are none where the model fails", async () => {
    expect(await rephraseQuestion(() => Promise.reject(new Error("gone")), "first")).toEqual([]);
  });
});

describe("moments", () => {
  it.each([
    ["2026-01-31", Date.UTC(2026, 0, 31)],
    ["2026-01-31 10:30", Date.UTC(2026, 0, 31, 10, 30)],
    ["2026-01-31T10:30:15.5Z", Date.UTC(2026, 0, 31, 10, 30, 15, 500)],
    ["2026-01-31T10:30+02:00", Date.UTC(2026, 0, 31, 8, 30)],
    ["2026-01-31T10:30-0530", Date.UTC(2026, 0, 31, 16, 0)],
    ["2024-02-29", Date.UTC(2024, 1, 29)],
  ])("are read from %s", (text, ms) => {
    expect(parseTime(text)).toBe(ms);
  });

  it.each(["2026-02-29", "2026-02-31", "0000-01-01", "2026-13-01", "2026-01-31T24:00", "soon", "2026-1-3", "20260131"])(
    "are not read from %s",
    (text) => {
      expect(parseTime(text)).toBeUndefined();
    },
  );
});
