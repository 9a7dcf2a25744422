import { z } from "zod";
import { apiKeyExpirationDays } from "@/lib/constants/limits";
import { isPermissionBit, Permission } from "@/lib/permissions/bits";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, descriptionField, empty, idField, listPage, listQuery, nameField } from "../base/fields";
import { proof, proofForm } from "../security/schemas";
import { apikeys as policies } from "./policies";

/** Without ROOT: administration requires a signed-in person. */
const keyBit = z
  .number("Enter permissions as numbers.")
  .refine((bit) => isPermissionBit(bit) && bit !== Permission.ROOT, "This permission isn't allowed for API keys.");

export const apiKeyForm = z.object({
  name: nameField,
  description: descriptionField,
  /** Null: never. */
  expirationDays: z.literal([...apiKeyExpirationDays], "Choose 30, 60, 90 or 365 days, or never.").nullable(),
  /** Null: all teams of its owner, present and future. */
  teamIds: z
    .array(idField, "Choose teams.")
    .min(1, "Choose at least one team.")
    .max(100, "Choose up to 100.")
    .nullable()
    .default(null),
  /** The key's permissions. Empty: only calls that require none. */
  permissions: z.array(keyBit, "Choose permissions.").max(100, "Choose up to 100.").default([]),
  password: proof,
});

export const apiKeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The first characters of its secret, to identify it. */
  prefix: z.string(),
  expirationDate: dateTime.nullable(),
  lastUsedDate: dateTime.nullable(),
  teamIds: z.array(z.string()).nullable(),
  permissions: z.array(z.number()),
  dateCreated: dateTime,
  /** When its secret was created. */
  dateUpdated: dateTime,
});
export type ApiKey = z.output<typeof apiKeySchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery,
    response: listPage("keys", apiKeySchema),
  },
  add: {
    body: apiKeyForm,
    response: z.object({ key: apiKeySchema, secret: z.string() }),
  },
  increment: {
    body: proofForm,
    response: z.object({ secret: z.string() }),
  },
  remove: {
    response: empty,
  },
});

export const apikeys = withShapes(policies, shapes);
