import { describe, expect, it } from "vitest";
import type { Case } from "@/lib/contract/apps/branch";
import { flowSchema, type Step } from "@/lib/contract/apps/flow";
import { fromFlow, toFlow } from "@/lib/contract/apps/flow-parts";
import type { Operator } from "@/lib/contract/apps/steps";
import { findCase, readField } from "@/lib/server/engine/runs/process/branches/compare";
import { findLastTasks, findSkipped } from "@/lib/server/engine/runs/process/branches/skipped";
import { branchStep, taskStep } from "../support/branches";

const parse = (...steps: object[]): Step[] => flowSchema.parse({ steps }).steps;
const inCase = (branch: string, ...cases: string[]) => ({ branch, cases });
const cases = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: `Case ${i}` }));
const branch = (id: string, count: number, within: ReturnType<typeof inCase> | null = null) =>
  branchStep(id, { variable: "x", cases: cases(count) }, within);

describe("a comparison", () => {
  it.each<[Operator, string, string, boolean]>([
    ["equals", " Yes\n", "yes", true],
    ["notEquals", "yes", "no", true],
    ["contains", "A long TEXT", "text", true],
    ["notContains", "A long text", "Text", false],
    ["startsWith", "Invoice 7", "invoice", true],
    ["endsWith", "Invoice 7 ", "7", true],
    ["greaterThan", "10", "9.5", true],
    ["greaterThan", "ten", "9", false],
    ["greaterThan", "", "-1", false],
    ["lessThan", "-1", "0", true],
    ["isEmpty", " [] ", "", true],
    ["isNotEmpty", "0", "", true],
  ])("%s: %j and %j: %s", (operator, value, other, matches) => {
    const one: Case = { id: "c", name: "C", description: "", operator, value: other };
    expect(findCase([one], value) !== undefined).toBe(matches);
  });

  it("reads fields of JSON, and only its own", () => {
    const json = '{"a": {"b": [1, {"c": "x"}]}, "n": null}';
    expect(
      ["a.b.1.c", "a.b.0", "a.b", "n", "a.x", "constructor", "__proto__.a"].map((path) => readField(json, path)),
    ).toEqual(["x", "1", '[1,{"c":"x"}]', "null", "", "", ""]);
    expect(readField("no JSON", "a")).toBe("");
  });

  it("of long texts doesn't hold up the server", () => {
    const started = performance.now();
    const one: Case = { id: "c", name: "C", description: "", operator: "contains", value: "x".repeat(2_000) };
    expect(findCase(Array(20).fill(one), "y".repeat(10_000_000))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("the steps of a process with branches", () => {
  const steps = parse(
    taskStep("a"),
    branch("branch_1", 2),
    taskStep("b", ["a"], inCase("branch_1", "c0")),
    branch("branch_2", 1, inCase("branch_1", "c1")),
    taskStep("c", [], inCase("branch_2", "c0")),
    taskStep("d", [], inCase("branch_1", "c1", "default")),
  );

  it("are stored and read the same", () => {
    expect(toFlow(fromFlow({ steps })).steps).toEqual(steps);
  });

  it("are skipped with the branches that they belong to", () => {
    const taken = (entries: Record<string, string>) =>
      new Map(
        Object.entries(entries).map(([id, one]) => [
          id,
          { state: "finished" as const, startedAt: "", output: "", repaired: false, taken: one },
        ]),
      );
    expect([...findSkipped(steps, taken({}))]).toEqual([]);
    expect([...findSkipped(steps, taken({ branch_1: "c0" }))]).toEqual(["branch_2", "c", "d"]);
    expect([...findSkipped(steps, taken({ branch_1: "c1", branch_2: "default" }))]).toEqual(["b", "c"]);
  });

  it("end with the last task of each case", () => {
    expect([...findLastTasks(steps)].sort()).toEqual(["b", "d"]);
    expect([...findLastTasks(parse(...steps, taskStep("e")))]).toEqual(["e"]);
    const nested = parse(
      taskStep("a"),
      branch("branch_1", 1),
      taskStep("b", [], inCase("branch_1", "default")),
      branch("branch_2", 1, inCase("branch_1", "c0")),
      taskStep("c", [], inCase("branch_2", "c0")),
    );
    expect([...findLastTasks(nested)].sort()).toEqual(["a", "b", "c"]);
    const open = parse(taskStep("a"), branch("branch_1", 1), taskStep("b", [], inCase("branch_1", "c0")));
    expect([...findLastTasks(open)].sort()).toEqual(["a", "b"]);
  });

  it("end quickly, however many empty cases there are", () => {
    const many = Array.from({ length: 20 }, (_, i) => [
      branch(`branch_${i}`, 20),
      taskStep(`t${i}`, [], inCase(`branch_${i}`, "c0")),
    ]).flat();
    const started = performance.now();
    expect(findLastTasks(parse(...many)).size).toBe(20);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
