import { z } from "zod";
import { defaultOverlapHours, maxOverlapHours, publicationWays, webhookPresets } from "@/lib/constants/publications";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  dateTime,
  empty,
  idField,
  limitField,
  listPage,
  listQuery,
  nameField,
  readVersion,
  recordFields,
  revisionNumber,
} from "../base/fields";
import { budgetForm, budgetState } from "../budgets/schemas";
import { limitFields, originsField, waysField } from "./fields";
import { publications as policies } from "./policies";

const revisionField = z.union(
  [z.literal("follow"), revisionNumber],
  "Choose the latest applied revision or a specific one.",
);

const settings = {
  name: nameField,
  ways: waysField,
  revision: revisionField,
  /** Whose rights its runs have; the creator's by default. Only team admins can choose someone else. */
  principalId: idField.optional(),
  origins: originsField,
  /** Per month; null: none. */
  budget: budgetForm.nullable().optional(),
  ...limitFields,
};

export const publicationForm = z.object({
  ...settings,
  appId: idField,
  ways: waysField.default({}),
  revision: revisionField.default("follow"),
  origins: originsField.default([]),
});

/** Fields that are not sent are kept. */
const publicationEdit = z
  .object({ ...settings, enabled: z.boolean() })
  .partial()
  .extend(readVersion);

const overlapHours = z
  .number("Enter a number of hours.")
  .min(0, "Enter 0 or more.")
  .max(maxOverlapHours, "Enter 720 hours or less.")
  .default(defaultOverlapHours);

export const publicationKeyForm = z.object({
  name: nameField.default("Key"),
  /** The key that it replaces, which stays valid for `overlapHours`. */
  replaces: idField.optional(),
  overlapHours,
  budget: budgetForm.nullable().optional(),
  ...limitFields,
});

const keySchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** Its first characters, to identify it. */
  prefix: z.string(),
  rate: z.number().nullable(),
  concurrency: z.number().nullable(),
  maxBytes: z.number().nullable(),
  budget: budgetState.nullable(),
  lastUsedDate: dateTime.nullable(),
  /** While it is being replaced. */
  expirationDate: dateTime.nullable(),
  dateCreated: dateTime,
});
export type PublicationKey = z.output<typeof keySchema>;

export const publicationSchema = z.object({
  ...recordFields,
  _id: z.string(),
  name: z.string(),
  appId: z.string(),
  enabled: z.boolean(),
  ways: z.object({
    openai: z.boolean(),
    /** The description of the tool; empty: the app's. */
    mcp: z.object({ description: z.string() }).nullable(),
    webhook: z.object({ preset: z.enum(webhookPresets) }).nullable(),
    embed: z.boolean(),
  }),
  revision: z.union([z.literal("follow"), z.number()]),
  principalId: z.string(),
  principalName: z.string().nullable(),
  /** Why it is paused; null: it is not. */
  problem: z.string().nullable(),
  origins: z.array(z.string()),
  rate: z.number(),
  concurrency: z.number(),
  maxBytes: z.number(),
  budget: budgetState.nullable(),
  keys: z.array(keySchema),
  /** Whether the caller can change what it does: its principal and team admins can. */
  canEdit: z.boolean(),
  createdBy: z.string().nullable(),
});
export type Publication = z.output<typeof publicationSchema>;

export const publicationCallSchema = z.object({
  _id: z.string(),
  way: z.enum(publicationWays),
  keyName: z.string().nullable(),
  /** The OAuth client that called, and for whom. */
  clientName: z.string().nullable(),
  personName: z.string().nullable(),
  status: z.enum(["running", "completed", "waiting", "cancelled", "error", "refused"]),
  httpStatus: z.number().nullable(),
  latencyMs: z.number().nullable(),
  costUsd: z.number().nullable(),
  /** Null: it started none, or it was deleted. */
  sessionId: z.string().nullable(),
  error: z.string().nullable(),
  date: dateTime,
});
export type PublicationCall = z.output<typeof publicationCallSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ appId: idField.optional() }),
    response: listPage("publications", publicationSchema),
  },
  get: {
    response: z.object({ publication: publicationSchema }),
  },
  calls: {
    query: z.object({ before: idField.optional(), limit: limitField(100, 20) }),
    response: listPage("calls", publicationCallSchema),
  },
  add: {
    body: publicationForm,
    response: z.object({ _id: z.string(), key: z.string(), webhookSecret: z.string().optional() }),
  },
  edit: {
    body: publicationEdit,
    response: z.object({ webhookSecret: z.string().optional() }),
  },
  addKey: {
    body: publicationKeyForm,
    response: z.object({ _id: z.string(), key: z.string() }),
  },
  revokeKey: {
    response: empty,
  },
  rotateSecret: {
    body: z.object({
      secret: z.string().trim().min(8, "Use at least 8 characters.").max(500, "Use up to 500 characters.").optional(),
      overlapHours,
    }),
    response: z.object({ webhookSecret: z.string() }),
  },
  rotateIdentity: {
    body: z.object({ overlapHours }),
    response: z.object({ identitySecret: z.string() }),
  },
  remove: {
    response: empty,
  },
});

export const publications = withShapes(policies, shapes);
