import { z } from "zod";
import { maxSeenPerCall, notificationTypes } from "@/lib/constants/notifications";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, listPage, listQuery } from "../base/fields";
import { notifications as policies } from "./policies";

export const notificationSchema = z.object({
  _id: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  date: dateTime,
  /** Whether the caller has seen it. */
  seen: z.boolean(),
  /** A path on this server. */
  link: z.string().nullable(),
  /** `team`, or the id of the account it is for. */
  audience: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

const seenForm = z.object({
  notificationIds: z
    .array(idField, "Send notification IDs.")
    .min(1, "Send at least one notification ID.")
    .max(maxSeenPerCall, `Send up to ${maxSeenPerCall} notification IDs per call.`),
  resourceSlug: idField.optional(),
});

export const shapes = defineShapes({
  list: {
    query: listQuery.pick({ before: true, limit: true }),
    response: listPage("notifications", notificationSchema),
  },
  seen: {
    body: seenForm,
    response: empty,
  },
  seenOwn: {
    body: seenForm.pick({ notificationIds: true }),
    response: empty,
  },
});

export const notifications = withShapes(policies, shapes);
