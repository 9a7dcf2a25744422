import { describe, expect, it } from "vitest";
import {
  findBranchIssues,
  newBranch,
  withConditions,
  withoutUnused,
} from "@/components/apps/form/flow/branch/branch-state";
import {
  addStep,
  canBeWithin,
  canMoveLater,
  completeStep,
  listAwaitable,
  moveStep,
  removeStep,
  saveBranch,
  setAfter,
  setWithin,
  shiftStep,
} from "@/components/apps/form/flow/flow-steps";
import { findIterationIssues, newIteration } from "@/components/apps/form/flow/iteration/iteration-state";
import { describeRules } from "@/components/shared/input-requests/rules";
import type { Condition } from "@/lib/contract/apps/branch";
import { describeConditions } from "@/lib/contract/apps/describe-branch";
import { type BranchStep, flowSchema, type Step } from "@/lib/contract/apps/flow";
import { isBranchStep, toStepId } from "@/lib/contract/apps/steps";
import { inputRequestRules } from "@/lib/contract/sessions/input-request-rules";

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

  it("run in a case of a branch, which moves before them, or behind which they move", () => {
    const branch = saveBranch(parse("a b(a) c"), { ...newBranch(parse("a b c")), name: "B" });
    const one = setWithin(branch, "b", { branch: "branch_1", cases: ["case_1"] });
    const both = setWithin(one, "c", { branch: "branch_1", cases: ["default"] });
    expect(print(one)).toBe("a c branch_1 b(a)");
    expect(print(both)).toBe("a branch_1 c b(a)");
    expect(both.map(({ within }) => within?.cases[0])).toEqual([undefined, undefined, "default", "case_1"]);
    expect(removeStep(both, "branch_1").every(({ within }) => within === null)).toBe(true);
    expect(print(setWithin(setAfter(both, "branch_1", ["a"]), "a", { branch: "branch_1", cases: ["case_1"] }))).toBe(
      "branch_1 a c b(a)",
    );
    const early = saveBranch(parse("a b(a) c(b)"), { ...newBranch(parse("a")), name: "B" });
    expect(print(setWithin(early, "b", { branch: "branch_1", cases: ["case_1"] }))).toBe("a branch_1 b(a) c(b)");
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

  it("move with those in their cases", () => {
    const placed = { branch: "branch_1", cases: ["case_1"] };
    const branch = saveBranch(parse("a b c d"), { ...newBranch(parse("a b c d")), name: "B" });
    const steps = ["b", "c"].reduce((some, id) => setWithin(some, id, placed), branch);
    expect(print(steps)).toBe("a d branch_1 b c");
    const isKept = (some: Step[]) => some.filter(({ within }) => within).length === 2;
    for (const [moved, expected] of [
      [moveStep(steps, "branch_1", "a"), "branch_1 b c a d"],
      [shiftStep(steps, "branch_1", -1), "a branch_1 b c d"],
      [shiftStep(steps, "branch_1", 1), "a d branch_1 b c"],
      [moveStep(steps, "branch_1", "c"), "a d branch_1 b c"],
      [setAfter(moveStep(steps, "branch_1", "a"), "branch_1", ["d"]), "a d branch_1(d) b c"],
    ] as const)
      expect([print(moved), isKept([...moved])]).toEqual([expected, true]);
    expect(["a", "branch_1", "b", "c"].map((id) => canMoveLater(steps, id))).toEqual([true, false, true, false]);
  });

  describe("in an iteration", () => {
    /** `a`, an iteration with `b`, and `c` after it. */
    const start = saveBranch(parse("a b"), { ...newIteration(parse("a b")), name: "Items" });
    const steps = addStep(setWithin(start, "b", { branch: "branch_1", cases: ["each_item"] }), "c", ["b"]);
    const find = (id: string) => steps.find((step) => toStepId(step) === id) as Step;

    it("wait only for what is before it or in it", () => {
      expect(print(steps)).toBe("a branch_1 b c(b)");
      const awaitable = (id: string) => listAwaitable(steps, find(id)).map(toStepId).join(" ");
      expect(["a", "branch_1", "b", "c"].map(awaitable)).toEqual(["branch_1 b c", "a c", "a branch_1", "a branch_1 b"]);
      expect(print(setAfter(steps, "b", ["a"]))).toBe("a branch_1 b(a) c(b)");
      expect(print(moveStep(setAfter(steps, "b", ["a"]), "a", "c"))).toBe("branch_1 b a c(b)");
      const late = setWithin(parse("branch_1 x b(x)").with(0, find("branch_1")), "b", {
        branch: "branch_1",
        cases: ["each_item"],
      });
      expect(print(late)).toBe("branch_1 x b");
    });

    it("may be branches, but not other iterations", () => {
      const more = saveBranch(steps, { ...newBranch(steps), name: "B", id: "branch_2" });
      const nested = setWithin(more, "branch_2", { branch: "branch_1", cases: ["each_item"] });
      const other: BranchStep = { ...newIteration(nested), name: "More" };
      const all = saveBranch(nested, other);
      const branches = all.filter(isBranchStep);
      const allowed = (step: Step) =>
        branches
          .filter((branch) => canBeWithin(all, step, branch))
          .map(toStepId)
          .join(" ");
      expect(all.map(allowed)).toEqual([
        "branch_1 branch_2 branch_3",
        "",
        "branch_1 branch_2 branch_3",
        "branch_1 branch_2 branch_3",
        "branch_1 branch_3",
        "",
      ]);
    });

    it("keeps the limits of an iteration, which have bounds", () => {
      const iteration: BranchStep = { ...newIteration(parse("a")), name: "Items", concurrency: 3, maxItems: 20 };
      expect(completeStep(iteration)).toEqual(iteration);
      expect([...findIterationIssues(parse("a"), iteration)]).toEqual([]);
      const wrong = { ...iteration, concurrency: 9, maxItems: Number.NaN };
      expect([...findIterationIssues(parse("a"), wrong).values()]).toEqual([
        "Enter a number from 1 to 8.",
        "Enter a number from 1 to 100.",
      ]);
    });
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
    const words = own && describeConditions({ ...own, match: "any" }, (id) => id.toUpperCase(), false);
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

describe("a branch that a person decides", () => {
  const flow = (steps: object[]) => flowSchema.parse({ steps }).steps.filter(isBranchStep);
  const asks = (assignee: object, passTo: object | null = null) => ({
    assignee,
    minutes: 60,
    onDeadline: passTo ? "pass" : "end",
    passTo,
  });
  const cases = [{ id: "yes", name: "Send" }];

  it("is saved without what only other branches use", () => {
    const stale = { modelId: "model_a", sourceTaskId: "task_a", field: "x", variable: "y" };
    const own = { name: "Review", by: "person", instructions: "Send?", asks: asks({ type: "anyone" }), cases };
    const [branch] = flow([{ kind: "branch", id: "branch_1", ...own, ...stale }]);
    if (!branch) throw new Error("There is no branch.");
    const none = { modelId: null, sourceTaskId: null, field: "", variable: "" };
    expect(withoutUnused(branch)).toMatchObject({ ...none, asks: own.asks });
    expect(withoutUnused({ ...branch, by: "classification" })).toMatchObject({ ...none, modelId: "model_a" });
    expect(withoutUnused({ ...branch, by: "classification" })).not.toHaveProperty("asks");
    const unknown = {
      ...asks({ type: "account", accountId: "" }),
      assignee: { type: "account" as const, accountId: "" },
    };
    expect(findBranchIssues([], { ...branch, asks: { ...unknown, onDeadline: "end", passTo: null } }).get("asks")).toBe(
      "Choose a person.",
    );
    expect(findBranchIssues([], branch).has("asks")).toBe(false);
    expect(withoutUnused({ ...branch, by: "value" })).toMatchObject({ ...stale, modelId: null });
  });

  it("is described with its assignees, so that revisions with others differ", () => {
    const toText = (rules: object) =>
      describeRules(
        inputRequestRules.parse(rules),
        (id) => ({ account_a: "Ada", account_b: "Bob" })[id] ?? "(deleted)",
      );
    const account = (accountId: string) => ({ type: "account", accountId });
    expect([
      toText(asks(account("account_a"))),
      toText(asks(account("account_b"), { type: "role", role: "Team Admin" })),
      toText({ assignee: account("account_c") }),
    ]).toEqual([
      "Ada (timeout: 1 hour, then the run fails)",
      "Bob (timeout: 1 hour, then anyone with the Team Admin role is asked)",
      "(deleted)",
    ]);
  });
});
