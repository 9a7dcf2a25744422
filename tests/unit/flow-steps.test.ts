import { describe, expect, it } from "vitest";
import { newBranch } from "@/components/apps/form/flow/branch/branch-state";
import {
  addStep,
  moveStep,
  removeStep,
  saveBranch,
  setAfter,
  setWithin,
  shiftStep,
} from "@/components/apps/form/flow/flow-steps";
import type { Step } from "@/lib/contract/apps/flow";
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
