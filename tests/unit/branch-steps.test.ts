import { expect, it } from "vitest";
import { checkFlow } from "@/lib/contract/apps/check-flow";
import { flowSchema, type Step } from "@/lib/contract/apps/flow";
import { fromFlow, toFlow } from "@/lib/contract/apps/flow-parts";
import { isBranchStep, listCases, toStepId } from "@/lib/contract/apps/steps";
import { findCase, readField } from "@/lib/server/engine/runs/process/branches/compare";
import { includesText } from "@/lib/server/engine/runs/process/branches/includes-text";
import { findLastTasks, findSkipped } from "@/lib/server/engine/runs/process/branches/skipped";
import { checkOutput } from "@/lib/server/engine/runs/process/output";
import type { ProcessTask } from "@/lib/server/engine/runs/process/tasks";
import { updateFlow } from "@/lib/server/resources/apps/flow";
import { branchStep, taskStep } from "../support/branches";

type Place = { branch: string; cases: string[] } | null;
const parse = (...steps: object[]): Step[] => flowSchema.parse({ steps }).steps;
const inCase = (branch: string, ...cases: string[]) => ({ branch, cases });
const branch = (id: string, count: number, within: Place = null) => {
  const cases = Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: `Case ${i}`, value: `${i}` }));
  return branchStep(id, { variable: "x", cases }, within);
};

/** Numbers below a limit, the same ones in each run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % limit;
  };
}

/** Steps whose branches and places are chosen at random. */
function randomSteps(random: (limit: number) => number): Step[] {
  const branches: { id: string; count: number }[] = [];
  const place = (): Place => {
    const one = branches[random(Math.max(1, branches.length))];
    if (!one || random(4) === 0) return null;
    const all = [...Array.from({ length: one.count }, (_, i) => `c${i}`), "default"];
    const some = all.filter(() => random(2) > 0);
    return inCase(one.id, ...(some.length > 0 ? some : all.slice(0, 1)));
  };
  const steps = Array.from({ length: 3 + random(7) }, (_, i) => {
    if (branches.length === 4 || random(2) === 0) return taskStep(`task_${i}`, [], place());
    const one = { id: `branch_${i}`, count: 1 + random(2) };
    const step = branch(one.id, one.count, place());
    branches.push(one);
    return step;
  });
  return parse(...steps);
}

/** The last task of each combination of cases. */
function lastOfEach(steps: readonly Step[]): string[] {
  let combinations = [new Map<string, { taken: string }>()];
  for (const one of steps.filter(isBranchStep))
    combinations = combinations.flatMap((before) =>
      listCases(one).map(({ id }) => new Map([...before, [one.id, { taken: id }]])),
    );
  const ends = combinations.flatMap((taken) => {
    const skipped = findSkipped(steps, taken);
    const end = steps.findLast((step) => step.kind === "task" && !skipped.has(toStepId(step)));
    return end ? [toStepId(end)] : [];
  });
  return [...new Set(ends)].sort();
}

it("ends with the last task of each combination of cases", () => {
  const steps = parse(
    taskStep("start"),
    branch("branch_1", 2),
    taskStep("one", [], inCase("branch_1", "c0")),
    taskStep("two", [], inCase("branch_1", "c1")),
    branch("branch_2", 1),
    taskStep("more", [], inCase("branch_2", "c0")),
    taskStep("other", [], inCase("branch_1", "default")),
  );
  expect([...findLastTasks(steps)].sort()).toEqual(["more", "one", "other", "two"]);
  const random = randomNumbers(7);
  for (let i = 0; i < 1_000; i += 1) {
    const some = randomSteps(random);
    expect([...findLastTasks(some)].sort()).toEqual(lastOfEach(some));
  }
});

it("finds the last tasks quickly, however deep branches are within one another", () => {
  const all = [...Array.from({ length: 20 }, (_, i) => `c${i}`), "default"];
  const nested = Array.from({ length: 20 }, (_, i) =>
    branch(`branch_${i}`, 20, i > 0 ? inCase(`branch_${i - 1}`, ...all) : null),
  );
  const steps = parse(taskStep("start"), ...nested, taskStep("end", [], inCase("branch_19", ...all)));
  const started = performance.now();
  expect([...findLastTasks(steps)]).toEqual(["end"]);
  expect(performance.now() - started).toBeLessThan(1_000);
});

it("stores steps in an order that stays the same and is valid", () => {
  const random = randomNumbers(11);
  const byId = (steps: readonly Step[]) => steps.toSorted((a, b) => (toStepId(a) < toStepId(b) ? -1 : 1));
  for (let i = 0; i < 1_000; i += 1) {
    const steps = randomSteps(random);
    const stored = fromFlow({ steps });
    const read = toFlow(stored);
    expect(fromFlow(read)).toEqual(stored);
    expect(byId(read.steps)).toEqual(byId(steps));
    checkFlow(read, { addIssue: ({ message }) => expect.unreachable(message) });
  }
  const empty = parse(taskStep("a"), branch("branch_1", 1), branch("branch_2", 1));
  expect(toFlow(fromFlow({ steps: empty })).steps).toEqual(empty);
});

it("keeps the place of a deleted task for as long as its branch is there", () => {
  const { taskIds, after, branches = [] } = fromFlow({ steps: parse(taskStep("a"), branch("branch_1", 1)) });
  const within = { deleted: inCase("branch_1", "c0") };
  const processConfig = { process: "sequential" as const, fullOutput: false, after, within };
  const row = { taskIds, branches, processConfig };
  expect(updateFlow({}, row).within).toEqual(within);
  expect(updateFlow({ flow: { steps: parse(taskStep("a")) } }, row).within).toBeUndefined();
});

it.each(["constructor", "__proto__", "toString"])("takes %s as the ID of a step", (id) => {
  const steps = parse(taskStep(id), taskStep("other", [id]));
  expect(toFlow(fromFlow({ steps })).steps).toEqual(steps);
});

it("reads a field that is nested too deeply to be text as empty", () => {
  expect(readField(`${"[".repeat(200_000)}${"]".repeat(200_000)}`, "0")).toBe("");
});

it.each([
  [1_999_000, "x"],
  [2_000_000, ""],
])("reads a field of JSON with %i other characters as %j", (length, value) => {
  expect(readField(JSON.stringify({ a: "x", b: "y".repeat(length) }), "a")).toBe(value);
});

it("rejects structured output that would grow without limit when it is indented", async () => {
  const task = { teamId: "t", structuredOutput: { type: "array" } } as unknown as ProcessTask;
  const checked = await checkOutput(task, `${"[".repeat(3_000)}${"]".repeat(3_000)}`, new AbortController().signal);
  expect(checked).toEqual({ problem: "it is nested deeper than 60 levels" });
});

it("finds texts like includes does, and quickly however often they repeat", () => {
  const random = randomNumbers(3);
  const letters = (length: number) => Array.from({ length }, () => "ab"[random(2)]).join("");
  for (let i = 0; i < 500; i += 1) {
    const [text, part] = [letters(60), letters(5)];
    expect(includesText(text + part.repeat(5), part.repeat(5))).toBe(true);
    const long = letters(6).repeat(3);
    expect(includesText(text, long)).toBe(text.includes(long));
  }
  const value = `${"x".repeat(1_000)}y${"x".repeat(999)}`;
  const one = { id: "c", name: "C", description: "", operator: "contains" as const, value };
  const started = performance.now();
  expect(findCase(Array(20).fill(one), "x".repeat(1_000_000))).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2_000);
});
