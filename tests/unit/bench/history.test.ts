import { expect, it } from "vitest";
import { compareWithHistory, type HistoryLine, readHistory, toHistoryLine } from "../../bench/history";
import type { Row, SuiteResult } from "../../bench/report";
import { run } from "./run";

const row = (name: string, figure: number, more: Partial<Row> = {}): Row => ({
  name,
  figure,
  unit: "ms",
  baseline: { name: "bare Next route", figure: 10 },
  guarded: true,
  ...more,
});
const streams = (...rows: Row[]): SuiteResult => ({
  suite: "streams",
  rows,
  partial: false,
  seconds: 1,
  loadBefore: 0.123456,
});
const linesOf = (...results: SuiteResult[]): HistoryLine[] =>
  readHistory(results.map((result) => toHistoryLine(result, run)).join("")).lines;

it("keeps each row's figure, unit and ratio with the commit and the machine", () => {
  const bare = row("1 stream: memory", 123.456, { baseline: undefined, unit: "MB" });
  expect(linesOf(streams(row("50 simultaneous: cpu", 12), bare))).toEqual([
    {
      at: run.at,
      suite: "streams",
      commit: run.commit,
      machine: run.machine,
      node: run.node,
      load: 0.1235,
      rows: {
        "50 simultaneous: cpu": { figure: 12, unit: "ms", ratio: 1.2 },
        "1 stream: memory": { figure: 123.5, unit: "MB" },
      },
    },
  ]);
});

it("reads past lines that are damaged, and names them", () => {
  const whole = toHistoryLine(streams(row("a", 10)), run);
  const read = readHistory(`${whole}{"at":"2026\n\n[]\n${whole.slice(0, 40)}\n${whole}`);
  expect(read.lines).toHaveLength(2);
  expect(read.damaged).toEqual([2, 4, 5]);
  expect(readHistory("")).toEqual({ lines: [], damaged: [] });
});

it.each([
  [11.5, 0],
  [11.51, 1],
  [5, 0],
])("takes a ratio up to 15 %% above the last one: %d of 10", (figure, worse) => {
  const found = compareWithHistory([streams(row("a", figure))], linesOf(streams(row("a", 10))));
  expect([found.compared.length, found.worse.length, found.unrecorded.length]).toEqual([1, worse, 0]);
});

it("says by how much which figure is worse than which record", () => {
  const { worse } = compareWithHistory(
    [streams(row("300 simultaneous: cpu", 24))],
    linesOf(streams(row("300 simultaneous: cpu", 20))),
  );
  expect(worse).toEqual([
    "300 simultaneous: cpu is 2.40 × bare Next route: 20 % more than the 2.00 × recorded for 0123abcd on 2026-11-26.",
  ]);
});

it("compares with the last line that has the case, of that suite only", () => {
  const other = { ...streams(row("a", 1)), suite: "long" };
  const lines = linesOf(streams(row("a", 5)), streams(row("a", 10)), streams(row("b", 1)), other);
  expect(compareWithHistory([streams(row("a", 11))], lines).worse).toEqual([]);
  expect(compareWithHistory([streams(row("b", 11))], lines).worse).toHaveLength(1);
});

it("compares only guarded rows, and names those that were never recorded", () => {
  const result = streams(row("a", 99, { guarded: undefined }), row("new", 99));
  const found = compareWithHistory([result], linesOf(streams(row("a", 1))));
  expect(found).toEqual({ compared: [], worse: [], unrecorded: ["new"] });
});

it("compares the median of the rounds' ratios where a row has one", () => {
  const lines = linesOf(streams(row("a", 10, { ratio: 1.5 })));
  expect(lines[0]?.rows.a?.ratio).toBe(1.5);
  expect(compareWithHistory([streams(row("a", 10, { ratio: 1.8 }))], lines).worse).toHaveLength(1);
  expect(compareWithHistory([streams(row("a", 30, { ratio: 1.7 }))], lines).worse).toEqual([]);
});

it("takes a figure without a ratio for worse: its baseline was not measured", () => {
  const broken = row("a", 10, { baseline: { name: "bare Next route", figure: 0 } });
  expect(compareWithHistory([streams(broken)], linesOf(streams(row("a", 10)))).worse).toEqual([
    "a has no ratio; it was the 1.00 × recorded for 0123abcd on 2026-11-26.",
  ]);
});
