import { z } from "zod";
import { notificationTypes, seenAtOnceMost } from "@/lib/constants/notifications";
import { notifications as calls } from "./calls/notifications";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty, idField, listQuery, page } from "./fields";

export const notificationSchema = z.object({
  _id: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  /** Markdown. */
  description: z.string(),
  date: dateTime,
  /** By the account that asks. */
  seen: z.boolean(),
  /** A path of this server. */
  link: z.string().nullable(),
  /** `team`, or the account that it is for. */
  audience: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

export const seenForm = z.object({
  notificationIds: z
    .array(idField, "Name the notifications.")
    .min(1, "Name at least one notification.")
    .max(seenAtOnceMost, `Name at most ${seenAtOnceMost} notifications at once.`),
  resourceSlug: idField.optional(),
});

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: {
    query: listQuery.pick({ before: true, limit: true }),
    response: page("notifications", notificationSchema),
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

export const notifications = withShapes(calls, shapes);
