import { describe, expect, it } from "vitest";
import {
  describeConditions,
  findBranchIssues,
  newBranch,
  withConditions,
} from "@/components/apps/form/flow/branch/branch-state";
import {
  addStep,
  moveStep,
  removeStep,
  saveBranch,
  setAfter,
  setWithin,
  shiftStep,
} from "@/components/apps/form/flow/flow-steps";
import type { Condition } from "@/lib/contract/apps/branch";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { toStepId } from "@/lib/contract/apps/steps";

/** `a`, `b(a)`: b waits for a. */
const parse = (text: string): Step[] =>
  text.split(" ").map((part) => {
    const [, taskId = "", after = ""] = /^(\w+)(?:\((.*)\))?$/.exec(part) ?? [];
    return { kind: "task", taskId, after: after.split(",").filter(Boolean), within: null };
  });
const print = (steps: readonly Step[]): string =>
  steps.map((one) => (one.after.length > 0 ? `${toStepId(one)}(${one.after.join(",")})` : toStepId(one))).join(" ");

describe("the steps of a process", () => {
  it("are added, and removed with what waited for them", () => {
    expect(print(addStep(parse("a b(a)"), "c", ["b"]))).toBe("a b(a) c(b)");
    expect(print(removeStep(parse("a b(a) c(a,b)"), "a"))).toBe("b c(b)");
  });

  it.each([
    ["a b c", "c", "a", "c a b"],
    ["a b c", "a", undefined, "b c a"],
    ["a b(a) c(b)", "a", "c", "b a c(b)"],
    ["a b(a)", "b", "a", "b a"],
  ])("%s: %s moves before %s: %s", (from, id, before, to) => {
    expect(print(moveStep(parse(from), id, before))).toBe(to);
  });

  it("move by one position, and stay at the ends", () => {
    expect(print(shiftStep(parse("a b c"), "b", 1))).toBe("a c b");
    expect(print(shiftStep(parse("a b c"), "b", -1))).toBe("b a c");
    expect(print(shiftStep(parse("a b c"), "c", 1))).toBe("a b c");
    expect(print(shiftStep(parse("a b c"), "a", -1))).toBe("a b c");
  });

  it("run in a case of a branch, behind which they move in their order", () => {
    const branch = saveBranch(parse("a b(a) c"), { ...newBranch(parse("a b c")), name: "B" });
    const one = setWithin(branch, "b", { branch: "branch_1", cases: ["case_1"] });
    const both = setWithin(one, "c", { branch: "branch_1", cases: ["default"] });
    expect(print(both)).toBe("a branch_1 b(a) c");
    expect(both.map(({ within }) => within?.cases[0])).toEqual([undefined, undefined, "case_1", "default"]);
    expect(removeStep(both, "branch_1").every(({ within }) => within === null)).toBe(true);
    expect(print(setWithin(setAfter(both, "branch_1", ["a"]), "a", { branch: "branch_1", cases: ["case_1"] }))).toBe(
      "branch_1 b c a",
    );
  });

  it("wait for others, and move behind them", () => {
    expect(print(setAfter(parse("a b c"), "c", ["a"]))).toBe("a b c(a)");
    expect(print(setAfter(parse("a b c"), "a", ["c"]))).toBe("b c a(c)");
    expect(print(setAfter(parse("a b(a) c"), "b", []))).toBe("a b c");
  });

  it("never wait for themselves or in a circle: those that waited no longer do", () => {
    expect(print(setAfter(parse("a b(a) c(b)"), "a", ["c"]))).toBe("b c(b) a(c)");
    expect(print(setAfter(parse("a b(a)"), "b", ["b"]))).toBe("a b");
  });
});

describe("the conditions of a case", () => {
  const one: Condition = { operator: "equals", value: "1" };
  const ofTask: Condition = { sourceTaskId: "a", field: "kind", operator: "isEmpty", value: "" };
  const branchOf = (...conditions: [Condition, ...Condition[]]): BranchStep => {
    const branch = { ...newBranch(parse("a b")), name: "B" };
    return { ...branch, cases: branch.cases.map((own) => withConditions({ ...own, name: "C" }, conditions)) };
  };
  const pathsOf = (steps: readonly Step[], branch = branchOf(one, ofTask)) => [
    ...findBranchIssues(steps, branch).keys(),
  ];

  it("are described, and stored without what is empty", () => {
    const [own] = branchOf(ofTask, { ...one, sourceTaskId: null, field: "", variable: "" }).cases;
    expect(own).toEqual({ id: "case_1", name: "C", description: "", ...ofTask, conditions: [one] });
    const words = own && describeConditions({ ...own, match: "any" }, (id) => id.toUpperCase());
    expect(words).toBe("kind of A is empty or equals “1”");
    expect(own && withConditions(own, [one])).toEqual({ id: "case_1", name: "C", description: "", ...one });
  });

  it("stay when the task that they read moves or is removed, and are named then", () => {
    const steps = saveBranch(parse("a b"), branchOf(one, ofTask));
    const path = "cases.0.conditions.0.sourceTaskId";
    expect(pathsOf(steps)).toEqual([]);
    expect(pathsOf(setWithin(steps, "a", { branch: "branch_1", cases: ["case_1"] }))).toEqual([path]);
    expect(pathsOf(removeStep(steps, "a"))).toEqual([path]);
  });

  it("need the name of a variable", () => {
    expect(pathsOf(parse("a b"), branchOf(one, { ...one, sourceTaskId: "" }))).toEqual([
      "cases.0.conditions.0.variable",
    ]);
  });
});
