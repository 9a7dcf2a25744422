import { z } from "zod";
import { maxFormFields } from "@/lib/constants/limits";
import { formFieldTypes, hasOptions } from "@/lib/constants/tasks";
import { variableNamePattern, variableNameRule } from "@/lib/constants/variable-names";
import { idField, notVisible } from "../base/fields";
import { isVisible } from "../base/visible";

const fieldName = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name.")
  .max(100, "Use up to 100 characters.")
  .regex(variableNamePattern, variableNameRule)
  .refine((text) => text !== "__proto__", "This name is reserved. Use another one.")
  .refine(isVisible, notVisible);

const option = z.string().trim().min(1, "Remove the empty line.").max(200, "Use up to 200 characters.");

/** One field of the form that a person fills in before a task begins. */
export const formField = z
  .object({
    name: fieldName,
    label: z.string("Enter a label.").trim().min(1, "Enter a label.").max(200, "Use up to 200 characters."),
    description: z.string().trim().max(1_000, "Use up to 1,000 characters.").optional(),
    type: z.enum(formFieldTypes, "Choose a type."),
    /** The options. A checkbox without options is a boolean. */
    options: z.array(option).max(100, "Add up to 100.").optional(),
    required: z.boolean().default(false),
    /** The session variable that stores the answer. */
    variableId: idField.nullable().optional(),
  })
  .refine(({ type, options = [] }) => !hasOptions(type) || type === "checkbox" || options.length > 0, {
    path: ["options"],
    message: "Enter at least one option.",
  })
  .refine(({ options = [] }) => new Set(options).size === options.length, {
    path: ["options"],
    message: "Enter each option only once.",
  });
export type FormField = z.output<typeof formField>;

export const formFields = z
  .array(formField)
  .max(maxFormFields, `Use up to ${maxFormFields} fields.`)
  .superRefine((fields, issues) => {
    const seen = new Set<string>();
    for (const [i, { name }] of fields.entries()) {
      if (seen.has(name))
        issues.addIssue({ code: "custom", path: [i, "name"], message: "Another field has this name." });
      seen.add(name);
    }
  });

/** The values of a form by field name. */
export const formInput = z.record(
  z.string().max(100),
  z.union([z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(200)).max(100), z.null()]),
);
export type FormInput = z.output<typeof formInput>;
