import { expect, it } from "vitest";
import { type Row, ratioOf, verdictOf } from "../../bench/report";
import type { Round } from "../../bench/stream-round";
import { flowiseRows, rowsOf } from "../../bench/stream-rows";

const summary = (figure: number, errors: string[] = []) => ({
  firstP50: figure,
  firstP95: figure,
  lagP50: 0,
  lagP95: figure,
  lost: 0,
  repeated: 0,
  errors,
  cpu: figure,
  memory: figure,
});
const round = (muster: number, other: number, more: Partial<Round> = {}): Round => ({
  model: summary(1),
  provider: summary(other),
  route: summary(other),
  muster: { ...summary(muster), gaps: 0, acceptedP95: 1, wal: 0 },
  ...more,
});
const find = (rows: Row[], name: string): Row => {
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`There is no row ${name}.`);
  return found;
};

it("takes medians of figures and of the rounds' ratios: a round that is slow for all does not count", () => {
  const rows = rowsOf("two", 2, [round(20, 10), round(900, 300), round(30, 20)], { first: 2, cpu: 1.9 });
  const first = find(rows, "two: first token p95");
  expect([first.figure, first.baseline?.figure, ratioOf(first), verdictOf(first)]).toEqual([30, 20, 2, "ok"]);
  const cpu = find(rows, "two: CPU time per answer");
  expect([cpu.figure, cpu.baseline?.figure, ratioOf(cpu), verdictOf(cpu)]).toEqual([15_000, 10_000, 2, "missed"]);
});

it("guards the ratios of the first token to the provider package and of CPU time to the bare route", () => {
  const guarded = rowsOf("two", 2, [round(20, 10)], {}).filter((row) => row.guarded);
  expect(guarded.map(({ name }) => name)).toEqual(["two: first token p95", "two: CPU time per answer"]);
  expect(guarded.map(({ baseline }) => baseline?.name)).toEqual(["provider package in bare Node", "bare Next route"]);
});

it("divides the streams by the most memory of all rounds", () => {
  const streams = find(rowsOf("two", 2, [round(512, 256), round(1_024, 128)], {}), "two: live streams per GB");
  expect([streams.figure, streams.baseline?.figure]).toEqual([2, 8]);
});

it("has no ratio to a baseline of zero", () => {
  expect(ratioOf(find(rowsOf("two", 2, [round(20, 10)], {}), "two: token lag p50"))).toBeUndefined();
});

it("counts what failed in a baseline as an error: its figures are worth nothing", () => {
  const errors = find(rowsOf("two", 2, [round(20, 10, { route: summary(1, ["500"]) })], {}), "two: errors");
  expect([errors.figure, errors.note, verdictOf(errors)]).toEqual([1, "baseline: 500", "missed"]);
});

it("shows Flowise only if it was measured, and its CPU time only if it runs here", () => {
  expect(flowiseRows("two", 2, [round(20, 10)], true)).toEqual([]);
  const rounds = [round(20, 10, { flowise: { ...summary(40, ["429"]), lost: 3 } })];
  const names = flowiseRows("two", 2, rounds, false).map(({ name }) => name);
  expect(names).toEqual(
    ["first token p50", "first token p95", "token lag p95"].map((what) => `two: ${what} compared with Flowise`),
  );
  const rows = flowiseRows("two", 2, rounds, true);
  expect(rows).toHaveLength(5);
  const first = find(rows, "two: first token p95 compared with Flowise");
  expect([ratioOf(first), first.note]).toEqual([0.5, "Flowise lost 3 tokens, 1 errors 429"]);
});
