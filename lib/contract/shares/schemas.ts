import { z } from "zod";
import { linkPasswordMax, linkPasswordMin, linkWelcomeMax, maxLinkMessages, nameMax } from "@/lib/constants/limits";
import { iconSchema } from "../agents/schemas";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, listPage, listQuery, notVisible, wholeField } from "../base/fields";
import { isVisible } from "../base/visible";
import { shares as policies } from "./policies";

const maxMs = 10 * 365 * 24 * 60 * 60 * 1_000;
const isWithinYear = (text: string): boolean => {
  const left = Date.parse(text) - Date.now();
  return left > 0 && left <= maxMs;
};

const messages = wholeField(1, maxLinkMessages);

const isVisibleText = (text: string): boolean => isVisible(text.replaceAll("\n", " "));

/** Expiration, message limits, password and look; null: never, 50 and 1,000 messages, none, the app's. */
export const shareLinkForm = z.object({
  expiresAt: z.iso
    .datetime({ offset: true, error: "Enter a date and time." })
    .refine(isWithinYear, "Choose a future time within 10 years.")
    .nullable()
    .optional(),
  visitorMessagesPerDay: messages.nullable().optional(),
  linkMessagesPerDay: messages.nullable().optional(),
  password: z
    .string()
    .min(linkPasswordMin, `Use at least ${linkPasswordMin} characters.`)
    .max(linkPasswordMax, `Use up to ${linkPasswordMax} characters.`)
    .nullable()
    .optional(),
  name: z
    .string()
    .trim()
    .max(nameMax, `Use up to ${nameMax} characters.`)
    .refine(isVisible, notVisible)
    .nullable()
    .optional(),
  iconId: idField.nullable().optional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, "Enter a color such as #2563eb.")
    .nullable()
    .optional(),
  welcomeText: z
    .string()
    .trim()
    .max(linkWelcomeMax, `Use up to ${linkWelcomeMax} characters.`)
    .refine(isVisibleText, "Remove control characters and invisible or text-direction characters.")
    .nullable()
    .optional(),
});

export const shareLinkSchema = z.object({
  _id: z.string(),
  shareId: z.string(),
  url: z.string(),
  appId: z.string().nullable(),
  expiresAt: dateTime.nullable(),
  visitorMessagesPerDay: z.number(),
  linkMessagesPerDay: z.number(),
  hasPassword: z.boolean(),
  /** The look chosen for the link; null: as its app. */
  name: z.string().nullable(),
  iconId: z.string().nullable(),
  icon: iconSchema,
  accent: z.string().nullable(),
  welcomeText: z.string().nullable(),
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

/** What visitors can see of an app, with the name and icon of the link if it has its own. */
const sharedAppSchema = z.object({
  shareId: z.string(),
  appId: z.string(),
  name: z.string(),
  description: z.string(),
  icon: iconSchema,
  accent: z.string().nullable(),
  welcomeText: z.string().nullable(),
  conversationStarters: z.array(z.string()),
  /** Variables requested before a conversation, without the team's values. */
  variables: z.array(
    z.object({ name: z.string(), description: z.string(), secret: z.boolean(), required: z.boolean() }),
  ),
});
export type SharedApp = z.output<typeof sharedAppSchema>;

/** What visitors can see of a link before they enter its password: the look chosen for it, nothing of its app. */
const lockedLinkSchema = z.object({
  passwordRequired: z.literal(true),
  name: z.string().optional(),
  icon: z.object({ filename: z.string() }).optional(),
  accent: z.string().optional(),
  welcomeText: z.string().optional(),
});
export type LockedLink = z.output<typeof lockedLinkSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ appId: idField.optional() }),
    response: listPage("shareLinks", shareLinkSchema),
  },
  get: {
    response: z.object({ shareLink: z.union([sharedAppSchema, lockedLinkSchema]) }),
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
