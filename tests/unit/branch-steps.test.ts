import { describe, expect, it } from "vitest";
import { checkFlow } from "@/lib/contract/apps/check-flow";
import type { Step } from "@/lib/contract/apps/flow";
import { fromFlow, toFlow } from "@/lib/contract/apps/flow-parts";
import { isBranchStep, listCases, toStepId } from "@/lib/contract/apps/steps";
import { findLastTasks, findSkipped } from "@/lib/server/engine/runs/process/branches/skipped";
import { updateFlow } from "@/lib/server/resources/apps/flow";
import { branchOf, inCase, type Place, parseSteps, taskStep } from "../support/branches";
import { randomFrom } from "../support/random";

/** Numbers below a limit, the same ones in each run. */
function numbersFrom(seed: number): (limit: number) => number {
  const random = randomFrom(seed);
  return (limit) => Math.floor(random() * limit);
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
    const step = branchOf(one.id, one.count, place());
    branches.push(one);
    return step;
  });
  return parseSteps(...steps);
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
  const steps = parseSteps(
    taskStep("start"),
    branchOf("branch_1", 2),
    taskStep("one", [], inCase("branch_1", "c0")),
    taskStep("two", [], inCase("branch_1", "c1")),
    branchOf("branch_2", 1),
    taskStep("more", [], inCase("branch_2", "c0")),
    taskStep("other", [], inCase("branch_1", "default")),
  );
  expect([...findLastTasks(steps)].sort()).toEqual(["more", "one", "other", "two"]);
  const random = numbersFrom(7);
  for (let i = 0; i < 1_000; i += 1) {
    const some = randomSteps(random);
    expect([...findLastTasks(some)].sort()).toEqual(lastOfEach(some));
  }
});

it("finds the last tasks quickly, however deep branches are within one another", () => {
  const all = [...Array.from({ length: 20 }, (_, i) => `c${i}`), "default"];
  const nested = Array.from({ length: 20 }, (_, i) =>
    branchOf(`branch_${i}`, 20, i > 0 ? inCase(`branch_${i - 1}`, ...all) : null),
  );
  const steps = parseSteps(taskStep("start"), ...nested, taskStep("end", [], inCase("branch_19", ...all)));
  const started = performance.now();
  expect([...findLastTasks(steps)]).toEqual(["end"]);
  expect(performance.now() - started).toBeLessThan(1_000);
});

it("stores steps in an order that stays the same and is valid", () => {
  const random = numbersFrom(11);
  const byId = (steps: readonly Step[]) => steps.toSorted((a, b) => (toStepId(a) < toStepId(b) ? -1 : 1));
  for (let i = 0; i < 1_000; i += 1) {
    const steps = randomSteps(random);
    const stored = fromFlow({ steps });
    const read = toFlow(stored);
    expect(fromFlow(read)).toEqual(stored);
    expect(byId(read.steps)).toEqual(byId(steps));
    checkFlow(read, { addIssue: ({ message }) => expect.unreachable(message) });
  }
  const empty = parseSteps(taskStep("a"), branchOf("branch_1", 1), branchOf("branch_2", 1));
  expect(toFlow(fromFlow({ steps: empty })).steps).toEqual(empty);
});

it("keeps the place of a deleted task for as long as its branch is there", () => {
  const { taskIds, after, branches = [] } = fromFlow({ steps: parseSteps(taskStep("a"), branchOf("branch_1", 1)) });
  const within = { deleted: inCase("branch_1", "c0") };
  const processConfig = { process: "sequential" as const, fullOutput: false, after, within };
  const row = { taskIds, branches, processConfig };
  expect(updateFlow({}, row).within).toEqual(within);
  expect(updateFlow({ flow: { steps: parseSteps(taskStep("a")) } }, row).within).toBeUndefined();
});

it.each(["constructor", "__proto__", "toString"])("takes %s as the ID of a step", (id) => {
  const steps = parseSteps(taskStep(id), taskStep("other", [id]));
  expect(toFlow(fromFlow({ steps })).steps).toEqual(steps);
});

describe("the steps of a process with branches", () => {
  const steps = parseSteps(
    taskStep("a"),
    branchOf("branch_1", 2),
    taskStep("b", ["a"], inCase("branch_1", "c0")),
    branchOf("branch_2", 1, inCase("branch_1", "c1")),
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
    expect([...findLastTasks(parseSteps(...steps, taskStep("e")))]).toEqual(["e"]);
    const nested = parseSteps(
      taskStep("a"),
      branchOf("branch_1", 1),
      taskStep("b", [], inCase("branch_1", "default")),
      branchOf("branch_2", 1, inCase("branch_1", "c0")),
      taskStep("c", [], inCase("branch_2", "c0")),
    );
    expect([...findLastTasks(nested)].sort()).toEqual(["a", "b", "c"]);
    const open = parseSteps(taskStep("a"), branchOf("branch_1", 1), taskStep("b", [], inCase("branch_1", "c0")));
    expect([...findLastTasks(open)].sort()).toEqual(["a", "b"]);
  });

  it("end quickly, however many empty cases there are", () => {
    const many = Array.from({ length: 20 }, (_, i) => [
      branchOf(`branch_${i}`, 20),
      taskStep(`t${i}`, [], inCase(`branch_${i}`, "c0")),
    ]).flat();
    const started = performance.now();
    expect(findLastTasks(parseSteps(...many)).size).toBe(20);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
