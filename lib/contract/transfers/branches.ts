import { z } from "zod";
import { maxCases, maxConditions } from "@/lib/constants/limits";
import { branchFields, caseSchema, conditionSchema, withinSchema } from "../apps/branch";
import { refField, refs } from "./fields";
import { fileInputRequestRules } from "./input-request-rules";

const { id, name, by, field, variable, instructions, defaultName, concurrency, maxItems } = branchFields;

const { sourceTaskId: _id, ...condition } = conditionSchema.shape;
/** Null is a deleted task, without which another value would be compared. */
const source = refField
  .nullable()
  .optional()
  .refine((name) => name !== null, "Choose the task whose output is compared.");
const conditionPart = { ...condition, source };

/** A branch or iteration of a process, with names of tasks and of its model. */
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
    .array(
      z.strictObject({
        ...caseSchema.omit({ sourceTaskId: true }).shape,
        ...conditionPart,
        conditions: z
          .array(z.strictObject(conditionPart))
          .max(maxConditions, `Add up to ${maxConditions} conditions.`)
          .optional(),
        tasks: refs,
      }),
    )
    .max(maxCases, `Use up to ${maxCases} cases.`),
  defaultName,
  asks: fileInputRequestRules.optional(),
  defaultTasks: refs,
  /** Of an iteration: what runs for each item. */
  itemTasks: refs.optional(),
  concurrency,
  maxItems,
  after: refs,
  /** For a branch within another one. */
  within: withinSchema.nullable().default(null),
});
export type BranchPart = z.output<typeof branchPart>;
