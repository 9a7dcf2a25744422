import { z } from "zod";
import { maxBranches, maxProcessTasks } from "@/lib/constants/limits";
import { idField } from "../base/fields";
import { branchFields, withinSchema } from "./branch";
import { isBranchStep, isTaskStep } from "./steps";

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

/** A process as steps, in order. */
export const flowSchema = z.object({
  steps: z
    .array(stepSchema)
    .max(maxProcessTasks + maxBranches, `Use up to ${maxProcessTasks} tasks and ${maxBranches} branches.`)
    .refine((steps) => steps.filter(isTaskStep).length <= maxProcessTasks, `Use up to ${maxProcessTasks} tasks.`)
    .refine((steps) => steps.filter(isBranchStep).length <= maxBranches, `Use up to ${maxBranches} branches.`),
});
export type Flow = z.output<typeof flowSchema>;
