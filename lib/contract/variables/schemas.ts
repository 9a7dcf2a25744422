import { z } from "zod";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { variableNamePattern, variableNameRule } from "@/lib/constants/variable-names";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  descriptionField,
  empty,
  listPage,
  listQuery,
  notVisible,
  readVersion,
  recordFields,
  trashShapes,
} from "../base/fields";
import { isVisible } from "../base/visible";
import { variables as policies } from "./policies";

const name = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name.")
  .max(variableNameMax, `Use up to ${variableNameMax} characters.`)
  .regex(variableNamePattern, variableNameRule)
  .refine((text) => text !== "__proto__", "This name is reserved. Use another one.")
  .refine(isVisible, notVisible);

export const variableForm = z.object({
  name,
  defaultValue: z.string("Enter a value. It can be empty.").max(variableValueMax, "Use up to 10,000 characters."),
  description: descriptionField,
  secret: z.boolean().default(false),
});

const words = z
  .string()
  .max(20_000)
  .transform((text) => text.split(/\s+/).filter(Boolean));
const users = z.array(z.object({ _id: z.string(), name: z.string() }));

export const variableSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Masked if secret. */
  defaultValue: z.string(),
  secret: z.boolean(),
  /** Number of agents, tasks and apps that use it, private apps included. */
  usedBy: z.number(),
  /** The first 50 users of each kind, without private apps. */
  usedIn: z.object({ agents: users, tasks: users, apps: users }),
  createdBy: z.string().nullable(),
  ...recordFields,
});
export type Variable = z.output<typeof variableSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      secret: z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]).optional(),
      /** Only variables with these names or ids, separated by spaces. */
      names: words.optional(),
      ids: words.optional(),
    }),
    response: listPage("variables", variableSchema),
  },
  get: {
    response: z.object({ variable: variableSchema }),
  },
  add: {
    body: variableForm,
    response: added,
  },
  edit: {
    body: variableForm
      .extend({ description: descriptionField.unwrap(), secret: z.boolean() })
      .partial()
      .extend(readVersion),
    response: empty,
  },
  ...trashShapes,
});

export const variables = withShapes(policies, shapes);
