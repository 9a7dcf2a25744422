import { z } from "zod";
import { maxCases } from "@/lib/constants/limits";
import { branchFields, caseSchema, withinSchema } from "../apps/branch";
import { refField, refs } from "./fields";

const { id, name, by, field, variable, instructions, defaultName } = branchFields;

/** A branch of a process, with names of tasks and of its model. */
export const branchPart = z.strictObject({
  id,
  name,
  by,
  source: refField.nullable().default(null),
  field,
  variable,
  model: refField.nullable().default(null),
  instructions,
  cases: z
    .array(z.strictObject({ ...caseSchema.shape, tasks: refs }))
    .min(1, "Add at least one case.")
    .max(maxCases, `Use up to ${maxCases} cases.`),
  defaultName,
  defaultTasks: refs,
  after: refs,
  /** For a branch within another one. */
  within: withinSchema.nullable().default(null),
});
export type BranchPart = z.output<typeof branchPart>;
