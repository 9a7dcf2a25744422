import { z } from "zod";
import { capitalize } from "@/lib/utils/text/capitalize";
import { normalizeHost } from "../../../platform/outbound/address";

type FieldLabels = { title: string; description?: string };

const MAX_TEXT = 500;
const MAX_SECRET = 20_000;
const MAX_URL = 2_000;

/** Line breaks are never allowed in a setting: they could end a header or a command early. */
const isOneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** A required line of text; `.optional()` allows an empty field. */
export const textField = (labels: FieldLabels, max = MAX_TEXT) =>
  z
    .string({ error: `Enter the ${labels.title}.` })
    .trim()
    .min(1, `Enter the ${labels.title}.`)
    .max(max, `The ${labels.title} must be ${max.toLocaleString("en")} characters or fewer.`)
    .refine(isOneLine, `The ${labels.title} must be a single line.`)
    .meta(labels);

/** A password, key or token. `lines` for multi-line values, such as a certificate or a service account's JSON. */
export const secretField = (labels: FieldLabels, { lines = false }: { lines?: boolean } = {}) =>
  z
    .string({ error: `Enter the ${labels.title}.` })
    .trim()
    .min(1, `Enter the ${labels.title}.`)
    .max(MAX_SECRET, `The ${labels.title} is too long.`)
    .refine((text) => lines || isOneLine(text), `The ${labels.title} must be a single line.`)
    .meta({ ...labels, format: "password", ...(lines ? { "x-lines": true } : {}) });

/** A host without scheme, path, port or user. Whether it may be reached is checked when it is dialed. */
export const hostField = (labels: FieldLabels) =>
  textField(labels, 253).refine(
    (text) => !/[/@?#\\\s]/.test(text) && normalizeHost(text) !== undefined,
    `The ${labels.title} must be a host name or IP address, such as db.example.com, without https://, user or port.`,
  );

export const portField = (labels: FieldLabels, defaultValue: number) =>
  z.coerce
    .number({ error: `The ${labels.title} must be a number.` })
    .int(`The ${labels.title} must be a whole number.`)
    .min(1, `The ${labels.title} must be between 1 and 65535.`)
    .max(65_535, `The ${labels.title} must be between 1 and 65535.`)
    .default(defaultValue)
    .meta(labels);

export const numberField = (
  labels: FieldLabels,
  { min, max, defaultValue }: { min: number; max: number; defaultValue: number },
) =>
  z.coerce
    .number({ error: `${capitalize(labels.title)}: enter a number.` })
    .int(`${capitalize(labels.title)}: enter a whole number.`)
    .min(min, `${capitalize(labels.title)}: enter ${min} or more.`)
    .max(max, `${capitalize(labels.title)}: enter ${max.toLocaleString("en")} or less.`)
    .default(defaultValue)
    .meta(labels);

/** Why a URL cannot be called, or undefined. Private hosts are refused when they are dialed. */
function findUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return "Enter a URL that starts with https:// or http://.";
  if (url.username || url.password) return "The URL can't contain a username or password.";
  if (!normalizeHost(url.hostname)) return "The URL has no valid host.";
  return undefined;
}

export const addressField = (labels: FieldLabels) =>
  textField(labels, MAX_URL)
    .superRefine((text, issue) => {
      const message = findUrlProblem(text);
      if (message) issue.addIssue({ code: "custom", message });
    })
    .meta({ ...labels, format: "uri" });

/** A list of texts; a form sends one text with line breaks or a list. */
export const listField = (labels: FieldLabels, { max, maxLength = MAX_TEXT }: { max: number; maxLength?: number }) =>
  z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/[\n,]/) : value),
      z
        .array(
          z
            .string()
            .trim()
            .max(
              maxLength,
              `${capitalize(labels.title)}: enter ${maxLength.toLocaleString("en")} characters or fewer per entry.`,
            )
            .refine(isOneLine, `${capitalize(labels.title)}: enter one per line.`),
        )
        .max(max, `${capitalize(labels.title)}: enter ${max.toLocaleString("en")} entries or fewer.`)
        .transform((list) => [...new Set(list.filter(Boolean))]),
    )
    .default([])
    .meta({ ...labels, type: "array", items: { type: "string" } });

/** One of several values, each with its label. */
export const choiceField = <const T extends Record<string, string>>(
  labels: FieldLabels,
  options: T,
  defaultValue: keyof T & string,
) =>
  z
    .enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]], {
      error: `Choose one of: ${Object.values(options).join(", ")}.`,
    })
    .default(defaultValue)
    .meta({ ...labels, "x-labels": options });

export const switchField = (labels: FieldLabels, defaultValue: boolean) =>
  z.boolean().default(defaultValue).meta(labels);
