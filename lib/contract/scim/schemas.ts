import { z } from "zod";
import { emailMax, nameMax } from "@/lib/constants/limits";
import { defineShapes, withShapes } from "../base/endpoint";
import { notVisible } from "../base/fields";
import { isVisible } from "../base/visible";
import { scim as policies } from "./policies";

const word = (max: number) => z.string().trim().max(max, `Use up to ${max} characters.`).refine(isShown, notVisible);
/** Empty, or without characters that could make a name look like another. */
function isShown(text: string): boolean {
  return text === "" || isVisible(text);
}

/** Identity providers also send booleans as text. */
const looseBoolean = z.union([
  z.boolean(),
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false"]))
    .transform((text) => text === "true"),
]);

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish();

const emailEntry = z.looseObject({
  value: nullable(z.string().max(emailMax)),
  type: nullable(z.string().max(50)),
  primary: nullable(looseBoolean),
});

/** The attributes that Muster keeps; others are accepted and ignored. */
export const scimUserForm = z.looseObject({
  userName: word(emailMax).min(1, "Send a userName."),
  externalId: nullable(word(500)),
  displayName: nullable(word(nameMax)),
  name: nullable(
    z.looseObject({
      formatted: nullable(word(nameMax)),
      givenName: nullable(word(nameMax)),
      familyName: nullable(word(nameMax)),
    }),
  ),
  emails: nullable(z.array(emailEntry).max(20)),
  active: nullable(looseBoolean),
});
export type ScimUserForm = z.output<typeof scimUserForm>;

const memberEntry = z.looseObject({ value: z.string().max(200) });

export const scimGroupForm = z.looseObject({
  displayName: word(nameMax).min(1, "Send a displayName."),
  externalId: nullable(word(500)),
  members: nullable(z.array(memberEntry).max(10_000)),
});
export type ScimGroupForm = z.output<typeof scimGroupForm>;

const patchForm = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(["add", "replace", "remove"], "Use add, replace or remove.")),
        path: nullable(z.string().max(500)),
        value: z.unknown().optional(),
      }),
    )
    .min(1, "Send an operation.")
    .max(1_000, "Send up to 1,000 operations."),
});
export type ScimPatch = z.output<typeof patchForm>["Operations"][number];

const number = z
  .string()
  .regex(/^-?\d{1,9}$/, "Enter a whole number.")
  .transform(Number)
  .optional();
const attributes = z.string().max(2_000).optional();
const viewQuery = z.object({ attributes, excludedAttributes: attributes });
const listQuery = viewQuery.extend({ filter: z.string().max(2_000).optional(), startIndex: number, count: number });
export type ScimListQuery = z.output<typeof listQuery>;

const resource = z.looseObject({ schemas: z.array(z.string()) });
const list = resource.extend({
  totalResults: z.number(),
  startIndex: z.number(),
  itemsPerPage: z.number(),
  Resources: z.array(resource),
});

export const shapes = defineShapes({
  config: { response: resource },
  resourceTypes: { response: list },
  resourceType: { response: resource },
  schemas: { response: list },
  schema: { response: z.looseObject({ id: z.string() }) },
  listUsers: { query: listQuery, response: list },
  getUser: { query: viewQuery, response: resource },
  addUser: { body: scimUserForm, response: resource },
  replaceUser: { body: scimUserForm, response: resource },
  patchUser: { body: patchForm, response: resource },
  removeUser: {},
  listGroups: { query: listQuery, response: list },
  getGroup: { query: viewQuery, response: resource },
  addGroup: { body: scimGroupForm, response: resource },
  replaceGroup: { body: scimGroupForm, response: resource },
  patchGroup: { body: patchForm, response: resource },
  removeGroup: {},
});

export const scim = withShapes(policies, shapes);
