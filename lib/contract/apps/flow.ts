import { z } from "zod";
import { maxProcessTasks } from "@/lib/constants/limits";
import { idField } from "../base/fields";

/** A step of a process. Branches and iterations are going to be further kinds. */
const stepSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("task"),
    taskId: idField,
    /** Ids of earlier tasks whose outputs it receives, in addition to the task's own context. */
    after: z.array(idField).max(50, "Choose up to 50.").default([]),
  }),
]);
export type Step = z.output<typeof stepSchema>;

/** A process as steps, in order. */
export const flowSchema = z.object({
  steps: z.array(stepSchema).max(maxProcessTasks, `Use up to ${maxProcessTasks} tasks.`),
});
export type Flow = z.output<typeof flowSchema>;

/** Each step comes after those that it waits for, and each task once. */
export function checkFlow({ steps }: Flow, issues: z.RefinementCtx): void {
  const earlier = new Set<string>();
  for (const [i, { taskId, after }] of steps.entries()) {
    const add = (field: string, message: string) =>
      issues.addIssue({ code: "custom", path: ["steps", i, field], message });
    if (earlier.has(taskId)) add("taskId", "Add each task only once.");
    if (after.some((id) => !earlier.has(id))) add("after", "Move this task after the tasks it depends on.");
    earlier.add(taskId);
  }
}
