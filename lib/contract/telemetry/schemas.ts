import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty } from "../base/fields";
import { telemetry as policies } from "./policies";

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s?#]+$/i.test(text) && URL.canParse(text);

/** `/v1/traces` and `/v1/metrics` are appended, so the path of a signal is removed. */
const endpointField = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => text === "" || isHttpUrl(text),
    "Enter a URL that starts with https:// or http://, without a query.",
  )
  .transform((text) => text.replace(/\/v1\/(traces|metrics)\/?$/, ""));

const headersField = z.string().trim().max(8_000);

export const telemetryForm = z.object({
  /** Empty: no collector. */
  endpoint: endpointField,
  /** `Name: value` lines. The mask of the stored headers keeps them. */
  headers: headersField.optional(),
  /** Whether spans include prompts, answers, and the arguments and results of tools. */
  includeContents: z.boolean().default(false),
});
export type TelemetryForm = z.output<typeof telemetryForm>;

export const shapes = defineShapes({
  get: {
    response: z.object({
      endpoint: z.string(),
      /** A mask; empty if there are none. */
      headers: z.string(),
      includeContents: z.boolean(),
      /** When spans were last delivered. */
      lastSent: dateTime.nullable(),
      /** Why spans were not delivered since, and how many recently. */
      failure: z.object({ message: z.string(), at: dateTime, dropped: z.number() }).nullable(),
    }),
  },
  edit: { body: telemetryForm, response: empty },
  test: {
    body: telemetryForm.omit({ includeContents: true }),
    response: z.object({ ok: z.boolean(), message: z.string() }),
  },
});

export const telemetry = withShapes(policies, shapes);
