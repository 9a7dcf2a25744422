import { z } from "zod";
import { maxProcessTasks } from "@/lib/constants/limits";
import { idField } from "../base/fields";
import { branchFields, listCases, withinSchema } from "./branch";

const maxBranches = 20;

const placed = {
  /** Ids of earlier tasks that it waits for, whose outputs it receives in addition to a task's own context. */
  after: z.array(idField).max(50, "Choose up to 50.").default([]),
  /** Null: it always runs. */
  within: withinSchema.nullable().default(null),
};

/** A step of a process. */
const stepSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("task"), taskId: idField, ...placed }),
  z.object({ kind: z.literal("branch"), ...branchFields, ...placed }),
]);
export type Step = z.output<typeof stepSchema>;
export type TaskStep = Extract<Step, { kind: "task" }>;
export type BranchStep = Extract<Step, { kind: "branch" }>;

export const toStepId = (step: Step): string => (step.kind === "task" ? step.taskId : step.id);
export const isTaskStep = (step: Step): step is TaskStep => step.kind === "task";
export const isBranchStep = (step: Step): step is BranchStep => step.kind === "branch";

export const stepsSchema = z.array(stepSchema);

/** A process as steps, in order. */
export const flowSchema = z.object({
  steps: stepsSchema
    .refine((steps) => steps.filter(isTaskStep).length <= maxProcessTasks, `Use up to ${maxProcessTasks} tasks.`)
    .refine((steps) => steps.filter(isBranchStep).length <= maxBranches, `Use up to ${maxBranches} branches.`),
});
export type Flow = z.output<typeof flowSchema>;

/** Each step comes once, and after those that it waits for. */
export function checkFlow({ steps }: Flow, issues: z.RefinementCtx): void {
  const earlier = new Map<string, Step>();
  for (const [i, step] of steps.entries()) {
    const add = (field: string, message: string) =>
      issues.addIssue({ code: "custom", path: ["steps", i, field], message });
    const id = toStepId(step);
    const noun = step.kind;
    if (earlier.has(id)) add(step.kind === "task" ? "taskId" : "id", `Add each ${noun} only once.`);
    if (step.after.some((one) => earlier.get(one)?.kind !== "task"))
      add("after", `Move this ${noun} after the tasks it depends on.`);
    checkWithin(step, earlier, add);
    if (step.kind === "branch") checkBranch(step, earlier, add);
    earlier.set(id, step);
  }
}

type AddIssue = (field: string, message: string) => void;

function checkWithin({ within }: Step, earlier: ReadonlyMap<string, Step>, add: AddIssue): void {
  if (!within) return;
  const branch = earlier.get(within.branch);
  if (branch?.kind !== "branch") add("within", "Move this step after the branch that it belongs to.");
  else if (within.cases.some((id) => !listCases(branch).some((one) => one.id === id)))
    add("within", `Choose a case of the branch “${branch.name}”.`);
}

function checkBranch(branch: BranchStep, earlier: ReadonlyMap<string, Step>, add: AddIssue): void {
  const { by, cases, sourceTaskId, variable, modelId } = branch;
  const names = listCases(branch).map(({ name }) => name);
  if (new Set(cases.map(({ id }) => id)).size < cases.length) add("cases", "Each case needs an ID of its own.");
  if (new Set(names).size < names.length) add("cases", "Each case needs a name of its own.");
  if (by === "classification") {
    if (!modelId) add("modelId", "Choose a model.");
    if (branch.after.length === 0) add("after", "Choose the tasks whose output the model classifies.");
  } else if (!sourceTaskId && !variable) add("sourceTaskId", "Choose the task or variable whose value is compared.");
  else if (sourceTaskId && earlier.get(sourceTaskId)?.kind !== "task")
    add("sourceTaskId", "Move this branch after the task it reads.");
}
