import { expect, it } from "vitest";
import { mergeReadme } from "../../bench/readme";
import type { Row, SuiteResult } from "../../bench/report";
import { run } from "./run";

const row = (name: string, figure: number, note?: string): Row => ({ name, figure, unit: "ms", note });
const result = (suite: string, rows: Row[], partial = false): SuiteResult => ({
  suite,
  rows,
  partial,
  seconds: 1,
  loadBefore: 0,
});
const later = { ...run, at: "2026-12-01T10:00:00.000Z", commit: "fedcba98", dirty: true };

const linesOf = (document: string, suite: string): string[] =>
  (document.split(`<!-- bench: ${suite} -->`)[1]?.split(`<!-- /bench: ${suite} -->`)[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2);

const first = mergeReadme("# Benchmarks\n\nBy hand.\n", [result("streams", [row("a", 1), row("b", 2)])], run);

it("adds a section for a suite that has none, and leaves what is written by hand", () => {
  expect(first).toMatch(/^# Benchmarks\n\nBy hand\.\n\n## streams\n\n<!-- bench: streams -->\n\| What \| Figure \|/);
  expect(linesOf(first, "streams")).toEqual([
    "| a | 1 ms |  |  |  |  |  | 2026-11-26 04:30 |",
    "| b | 2 ms |  |  |  |  |  | 2026-11-26 04:30 |",
  ]);
  expect(linesOf(first, "runs")).toEqual([
    "| 2026-11-26 04:30 | `0123abcd45` | 2 cores (Some CPU), 24 GB, linux x64 | v24.0.0 | 16.0.0 | 18.4 | 0.5 |",
  ]);
});

it("writes nothing else when the same run is written again", () => {
  expect(mergeReadme(first, [result("streams", [row("a", 1), row("b", 2)])], run)).toBe(first);
});

it("keeps the tables of other suites, and the runs that measured them", () => {
  const merged = mergeReadme(first, [result("lists", [row("c", 3)])], later);
  expect(linesOf(merged, "streams")).toEqual(linesOf(first, "streams"));
  expect(linesOf(merged, "lists")).toEqual(["| c | 3 ms |  |  |  |  |  | 2026-12-01 10:00 |"]);
  expect(linesOf(merged, "runs").map((line) => line.slice(2, 18))).toEqual(["2026-11-26 04:30", "2026-12-01 10:00"]);
  expect(linesOf(merged, "runs")[1]).toContain("`fedcba98` with changes");
});

it("replaces only the rows that a part of a suite has measured", () => {
  const merged = mergeReadme(first, [result("streams", [row("b", 5), row("d", 6)], true)], later);
  expect(linesOf(merged, "streams").map((line) => line.slice(0, 10))).toEqual([
    "| a | 1 ms",
    "| b | 5 ms",
    "| d | 6 ms",
  ]);
});

it("drops the rows that a whole suite no longer has, and runs that no row refers to", () => {
  const merged = mergeReadme(first, [result("streams", [row("b", 5)])], later);
  expect(linesOf(merged, "streams")).toEqual(["| b | 5 ms |  |  |  |  |  | 2026-12-01 10:00 |"]);
  expect(linesOf(merged, "runs")).toHaveLength(1);
});

it("finds a row whose name or note has a bar or a line's end in it", () => {
  const odd = [row("a | b", 1, "x | y\nz"), row("c", 2)];
  const once = mergeReadme("", [result("streams", odd)], run);
  const twice = mergeReadme(once, [result("streams", [row("a | b", 3)], true)], run);
  expect(linesOf(once, "streams")[0]).toBe("| a \\| b | 1 ms |  |  |  |  | x \\| y z | 2026-11-26 04:30 |");
  expect(linesOf(twice, "streams").map((line) => line.slice(0, 17))).toEqual([
    "| a \\| b | 3 ms |",
    "| c | 2 ms |  |  ",
  ]);
});

it("shows the rows that a reader wants first, in their order, whichever run measured them", () => {
  const survival = result("survival", [{ ...row("runs that survive SIGKILL", 100), unit: "%" }]);
  const one = mergeReadme(first, [survival], run);
  const two = mergeReadme(one, [result("streams", [row("1 stream: time added to the first token, p50", 7)])], later);
  expect(linesOf(two, "headlines")).toEqual([
    "| Time added to the first token, p50 | 7 ms |  |  | 2026-12-01 10:00 |",
    "| Runs that survive SIGKILL | 100 % |  |  | 2026-11-26 04:30 |",
  ]);
});
