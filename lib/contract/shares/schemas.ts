import { z } from "zod";
import { maxLinkMessages } from "@/lib/constants/limits";
import { iconSchema } from "../agents/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, listPage, listQuery } from "../base/fields";
import { shares as policies } from "./policies";

const maxMs = 10 * 365 * 24 * 60 * 60 * 1_000;
const isWithinYear = (text: string): boolean => {
  const left = Date.parse(text) - Date.now();
  return left > 0 && left <= maxMs;
};

const messages = z
  .number("Enter a number.")
  .int("Enter a whole number.")
  .min(1, "Enter 1 or more.")
  .max(maxLinkMessages, "Enter 100,000 or less.");

/** Expiration and message limits; null: never, 50 and 1,000 messages. */
export const shareLinkForm = z.object({
  expiresAt: z.iso
    .datetime({ offset: true, error: "Enter a date and time." })
    .refine(isWithinYear, "Choose a future time within 10 years.")
    .nullable()
    .optional(),
  visitorMessagesPerDay: messages.nullable().optional(),
  linkMessagesPerDay: messages.nullable().optional(),
});

export const shareLinkSchema = z.object({
  _id: z.string(),
  shareId: z.string(),
  url: z.string(),
  appId: z.string().nullable(),
  expiresAt: dateTime.nullable(),
  visitorMessagesPerDay: z.number(),
  linkMessagesPerDay: z.number(),
  /** Since it was created. */
  sessionCount: z.number(),
  messageCount: z.number(),
  lastUsedDate: dateTime.nullable(),
  createdBy: z.string().nullable(),
  createdByName: z.string().nullable(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type ShareLink = z.output<typeof shareLinkSchema>;

/** What visitors can see of an app. */
const sharedAppSchema = z.object({
  shareId: z.string(),
  appId: z.string(),
  name: z.string(),
  description: z.string(),
  icon: iconSchema,
  conversationStarters: z.array(z.string()),
  /** Variables requested before a conversation, without the team's values. */
  variables: z.array(
    z.object({ name: z.string(), description: z.string(), secret: z.boolean(), required: z.boolean() }),
  ),
});
export type SharedApp = z.output<typeof sharedAppSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ appId: idField.optional() }),
    response: listPage("shareLinks", shareLinkSchema),
  },
  get: {
    response: z.object({ shareLink: sharedAppSchema }),
  },
  add: {
    body: shareLinkForm.extend({ appId: idField.optional() }),
    response: z.object({ shareId: z.string(), url: z.string() }),
  },
  edit: {
    body: shareLinkForm,
    response: empty,
  },
  remove: {
    response: empty,
  },
});

export const shares = withShapes(policies, shapes);
