import { describe, expect, it } from "vitest";
import type { Passage } from "@/lib/contract/datasources/retrieval";
import { Passages } from "@/lib/server/engine/runs/log/passages";
import { summarizeCalls } from "@/lib/session-log/calls-summary";
import { findCitable, findSearchFor, type ThreadSearch } from "@/lib/session-log/searches";
import { emptyLog } from "@/lib/session-log/state";
import { buildThread } from "@/lib/session-log/thread";
import { buildTrace } from "@/lib/session-log/trace";
import type { TraceEvent } from "@/lib/session-log/trace-rows";
import { escapeDefinitions, markCitations } from "@/lib/utils/markdown/cite-tree";
import { extractTerms, markTerms, removeOverlap } from "@/lib/utils/text/query-terms";
import { applyEvent, fromWire, type PartialEvent as LogEvent } from "../support/partial-events";

const text = (value: string) => ({ type: "text", value });
const element = (tagName: string, ...children: object[]) => ({ type: "element", tagName, children });

describe("citeTree", () => {
  const cited = (tree: object, numbers: number[]) => {
    markCitations(tree as Parameters<typeof markCitations>[0], numbers);
    return JSON.stringify(tree).match(/"tagName":"cite"/g)?.length ?? 0;
  };

  it("makes a chip of each number that stands for a passage", () => {
    const tree = element("p", text("At 22:00 [1], or earlier [2, 3]. See [9] and [1, 9]."));
    expect(cited(tree, [1, 2, 3])).toBe(3);
    expect(JSON.stringify(tree)).toContain(". See [9] and [1, 9].");
  });

  it("leaves code and links alone", () => {
    expect(cited(element("div", element("code", text("a[1]")), element("a", text("[1]"))), [1])).toBe(0);
  });

  it("keeps a line that begins with a number from being the address of a link", () => {
    expect(escapeDefinitions("[1]: Harbour rules\ntext [1]: more")).toBe("\\[1]: Harbour rules\ntext [1]: more");
  });
});

describe("a passage that two questions find", () => {
  const passage = (score: number, said: string): Passage => ({
    text: said,
    score,
    documentId: "document_1",
    datasourceId: "datasource_1",
    title: "Rules",
    uri: null,
    position: 0,
    page: null,
    lastPage: null,
    headings: [],
    vectorScore: score,
    textScore: null,
    vectorRank: 1,
    textRank: null,
  });

  it("keeps its number, and is cited as the last of them found it", () => {
    const passages = new Passages();
    passages.assignNumbers([passage(0.9, "The quay closes at 22:00."), { ...passage(0.5, "Boats."), position: 1 }]);
    const [again] = passages.assignNumbers([passage(0.2, "The quay closes at 21:00.")]);
    expect(again?.number).toBe(1);
    expect(passages.findCited("At 21:00 [1].")).toEqual([again]);
    expect(passages.assignNumbers([{ ...passage(0.1, "Ropes."), position: 2 }])[0]?.number).toBe(3);
  });

  it("is shown with the search that its citation is of", () => {
    const search = (seq: number, score: number): ThreadSearch => ({
      seq,
      tool: "Rules",
      query: `${seq}`,
      queries: [],
      filters: [],
      dropped: [],
      passages: [{ ...passage(score, "Quay."), number: 1 }],
      ms: { embed: 0, vectors: 0, text: 0, total: 0 },
    });
    const searches = [search(1, 0.9), search(2, 0.2)];
    expect(findSearchFor({ ...passage(0.9, "Quay."), number: 1 }, searches)?.seq).toBe(1);
    expect(findSearchFor({ ...passage(0.2, "Quay."), number: 1 }, searches)?.seq).toBe(2);
  });
});

describe("the words of a question", () => {
  it("are marked in a passage, in other forms too", () => {
    const terms = extractTerms(["When does the quay close?"]);
    expect(terms).toEqual(["quay", "close"]);
    const hits = markTerms("The quay closes at 22:00. Enclosed quays stay shut.", terms).filter(({ hit }) => hit);
    expect(hits.map(({ text: word }) => word)).toEqual(["quay", "closes", "quays"]);
  });

  it("leave the passage as it was", () => {
    const passage = "Preise: 18 €, für Boote\nbis acht Meter.";
    expect(
      markTerms(passage, ["boote", "preise"])
        .map(({ text: part }) => part)
        .join(""),
    ).toBe(passage);
  });

  it("are told apart from what neighbours share", () => {
    expect(removeOverlap("one two three", "two three four")).toBe(" four");
    expect(removeOverlap("one", "two")).toBe("two");
  });
});

const passage = { text: "The quay closes at 22:00.", documentId: "d", datasourceId: "s", title: "Rules", position: 0 };
const search = (seq: number, tool: string): LogEvent => ({
  seq,
  kind: "retrieval",
  body: {
    tool,
    query: "q",
    queries: ["q"],
    filters: [],
    passages: [{ ...passage, number: 1 }],
    dropped: [],
    ms: { embed: 1, vectors: 2, text: 3, total: 10 },
  },
});
const call = (seq: number, callId: string): LogEvent => ({
  seq,
  kind: "tool_call",
  body: { callId, name: callId, input: {} },
});
const result = (seq: number, callId: string): LogEvent => ({
  seq,
  kind: "tool_result",
  body: { callId, output: "", durationMs: 20 },
});

describe("searches in a session", () => {
  const events = [call(1, "a"), call(2, "b"), search(3, "Handbook"), result(4, "b"), result(5, "a")];

  it("belong to the call whose result follows them", () => {
    const [item] = buildThread(events.reduce(applyEvent, emptyLog));
    const calls = item?.type === "calls" ? item.calls : [];
    expect(calls.map(({ callId, searches }) => [callId, searches?.map(({ tool }) => tool)])).toEqual([
      ["a", []],
      ["b", ["Handbook"]],
    ]);
    expect(summarizeCalls(calls)).toBe("Searched 1 data source, ran 1 tool, 40 ms");
  });

  it("are cited by an answer that is being written, and void after a rewind", () => {
    const log = events.reduce(applyEvent, emptyLog);
    expect(findCitable(log.searches).map(({ number, title }) => [number, title])).toEqual([[1, "Rules"]]);
    expect(applyEvent(log, { seq: 6, kind: "rewind", body: { toSeq: 0 } }).searches).toEqual([]);
  });

  it("stand in the trace with how long they took", () => {
    const at = new Date(0).toISOString();
    const turn = { seq: 0, kind: "message", body: { role: "user", text: "Hi", authorName: "Ada" } };
    const rows = buildTrace([turn, ...events].map((event) => fromWire<TraceEvent>({ ...event, at })));
    expect(rows.find(({ kind }) => kind === "retrieval")).toMatchObject({
      title: "Retrieval: q",
      duration: 10,
      facts: [
        ["Tool", "Handbook"],
        ["Passages used", "1 of 1"],
        ["Duration", "10 ms"],
      ],
    });
  });
});
