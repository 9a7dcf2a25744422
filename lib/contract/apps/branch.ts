import { z } from "zod";
import { descriptionMax, maxCases, maxConcurrency, maxConditions, maxItems } from "@/lib/constants/limits";
import { idField, nameField } from "../base/fields";
import { inputRequestRules } from "../sessions/input-request-rules";
import { defaultCase, itemCase, operators } from "./steps";

/** An id within one process. */
const localId = z.string().regex(/^[a-z0-9_]{1,40}$/, "Use up to 40 lowercase letters, digits and underscores.");
const branchId = z.string().regex(/^branch_[a-z0-9]{1,30}$/, "Enter an ID such as branch_1.");

/** Of structured output, such as `customer.country`; empty: the whole output. */
const field = z.string().trim().max(200, "Use up to 200 characters.");
const variable = z.string().trim().max(100, "Use up to 100 characters.");

/** A comparison of the output of a task, a variable, or, if it names neither, the branch's value. */
export const conditionSchema = z.object({
  sourceTaskId: idField.nullable().optional(),
  field: field.optional(),
  variable: variable.optional(),
  /** Text is compared without regard to case and surrounding spaces. */
  operator: z.enum(operators, "Choose a comparison.").default("equals"),
  value: z.string().trim().max(descriptionMax, "Use up to 2,000 characters.").default(""),
});
export type Condition = z.output<typeof conditionSchema>;

/** A case with its first condition, which only a comparison uses. */
export const caseSchema = z.object({
  id: localId.refine((id) => id !== defaultCase && id !== itemCase, "This ID is reserved."),
  name: nameField,
  /** For a classification or a person: what belongs to this case. */
  description: z.string().trim().max(descriptionMax, "Use up to 2,000 characters.").default(""),
  ...conditionSchema.shape,
  conditions: z.array(conditionSchema).max(maxConditions, `Add up to ${maxConditions} conditions.`).optional(),
  /** How many of several conditions must match; absent: all. */
  match: z.enum(["all", "any"]).optional(),
});
export type Case = z.output<typeof caseSchema>;

/** A decision that one of several cases is taken. */
export const branchFields = {
  id: branchId,
  name: nameField,
  /**
   * How it decides: by comparing a value, by a classification by a model, or by a person who chooses a case in a form. `items`: it
   * is an iteration, and the steps within it run for each item of a list.
   */
  by: z.enum(["value", "classification", "person", "items"], "Choose how the branch decides."),
  /** For a value or items: the task whose output is compared or is the list; null: a variable. */
  sourceTaskId: idField.nullable().default(null),
  field: field.default(""),
  /** The name of the variable that is compared or is the list, if it is no task's output. In an iteration, `item` is the item. */
  variable: variable.default(""),
  /** For a classification. */
  modelId: idField.nullable().default(null),
  /** For a classification, or the question for a person. */
  instructions: z.string().trim().max(10_000, "Use up to 10,000 characters.").default(""),
  /** In order: the first that matches is taken. An iteration has none; the steps within it have the case `each_item`. */
  cases: z.array(caseSchema).max(maxCases, `Use up to ${maxCases} cases.`),
  defaultName: nameField.default("Otherwise"),
  /** For a person: who chooses, and by when. Absent: anyone who can see the session, without a deadline. */
  asks: inputRequestRules.optional(),
  /** For items: the items that are worked on at the same time. */
  concurrency: z.number().int().min(1).max(maxConcurrency, `Use up to ${maxConcurrency}.`).optional(),
  /** For items: the process fails before the first item if the list has more. */
  maxItems: z.number().int().min(1).max(maxItems, `Use up to ${maxItems}.`).optional(),
};

export const branchSchema = z.object(branchFields);
export type Branch = z.output<typeof branchSchema>;

/** The cases of a branch in which a step runs. It is skipped when the branch takes another one. */
export const withinSchema = z.object({
  branch: branchId,
  cases: z
    .array(localId)
    .min(1, "Choose at least one case.")
    .max(maxCases + 1),
});
export type Within = z.output<typeof withinSchema>;
