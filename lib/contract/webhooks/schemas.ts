import { z } from "zod";
import { variableNameMax } from "@/lib/constants/limits";
import {
  callbackStatuses,
  deliveryStatuses,
  maxMappedVariables,
  maxSyncSeconds,
  pointerMax,
  webhookModes,
} from "@/lib/constants/webhooks";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, limitField, listPage } from "../base/fields";
import { webhooks as policies } from "./policies";

/** A JSON pointer: empty for the whole payload, otherwise `/` before each name, in which `~` is `~0` and `/` is `~1`. */
const pointerField = z
  .string("Enter a JSON pointer.")
  .max(pointerMax, `Use up to ${pointerMax} characters.`)
  .refine((text) => text === "" || text.startsWith("/"), "Start with a slash, such as /issue/title.")
  .refine((text) => !/~(?![01])/.test(text), "Write ~ as ~0 and / as ~1.");

const mappingField = z.object({
  message: pointerField.nullable(),
  variables: z
    .record(z.string().min(1).max(variableNameMax), pointerField)
    .refine((all) => Object.keys(all).length <= maxMappedVariables, `Map up to ${maxMappedVariables} variables.`),
});

const isCallbackUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
};

const settingsForm = z.object({
  /** Null: the `message` and `variables` of the payload, otherwise the payload as JSON. */
  mapping: mappingField.nullable(),
  mode: z.enum(webhookModes, "Choose when the webhook responds."),
  syncSeconds: z
    .number("Enter a number of seconds.")
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more.")
    .max(maxSyncSeconds, `Enter ${maxSyncSeconds} or less.`),
  callbackUrl: z
    .string()
    .trim()
    .max(2_000, "Use up to 2,000 characters.")
    .refine(isCallbackUrl, "Enter a URL such as https://example.com/done.")
    .nullable(),
});
export type WebhookSettings = z.output<typeof settingsForm>;

const deliverySchema = z.object({
  _id: z.string(),
  status: z.enum(deliveryStatuses),
  eventId: z.string().nullable(),
  eventType: z.string().nullable(),
  /** Of its run, once that has started. */
  runStatus: z.enum(["queued", "running", "waiting", "completed", "cancelled", "error"]).nullable(),
  /** Null: it has not started, or was deleted. */
  sessionId: z.string().nullable(),
  error: z.string().nullable(),
  /** Whether its payload is still kept, so that it can be sent again. */
  hasPayload: z.boolean(),
  date: dateTime,
});
export type WebhookDelivery = z.output<typeof deliverySchema>;

const callbackSchema = z.object({
  _id: z.string(),
  status: z.enum(callbackStatuses),
  runId: z.string(),
  sessionId: z.string().nullable(),
  url: z.string(),
  attempts: z.number(),
  httpStatus: z.number().nullable(),
  error: z.string().nullable(),
  /** When it is tried next. */
  nextDate: dateTime.nullable(),
  date: dateTime,
});
export type WebhookCallback = z.output<typeof callbackSchema>;

const pageQuery = z.object({ before: idField.optional(), limit: limitField(100, 20) });

const payloadSchema = z.object({ json: z.string(), date: dateTime });

export const shapes = defineShapes({
  receive: {
    query: z.object({ mode: z.enum(webhookModes, "Use async or sync.").optional() }),
  },
  get: {
    response: z.object({
      webhook: settingsForm.extend({
        /** The address to which events are sent. */
        url: z.string(),
        /** Of the app's form. */
        variables: z.array(z.string()),
        lastPayload: payloadSchema.nullable(),
      }),
    }),
  },
  edit: {
    body: settingsForm.partial(),
    response: empty,
  },
  deliveries: {
    query: pageQuery,
    response: listPage("deliveries", deliverySchema),
  },
  payload: {
    response: z.object({ payload: payloadSchema }),
  },
  resend: {
    response: z.object({ _id: z.string(), runId: z.string(), status: z.enum(deliveryStatuses) }),
  },
  callbacks: {
    query: pageQuery,
    response: listPage("callbacks", callbackSchema),
  },
  resendCallback: {
    response: empty,
  },
});

export const webhooks = withShapes(policies, shapes);
