import { z } from "zod";
import { normalizeHost } from "../../../platform/outbound/address";

type Words = { title: string; description?: string };

const MAX_TEXT = 500;
const MAX_SECRET = 20_000;
const MAX_ADDRESS = 2_000;

/** Line breaks are never allowed in a setting: they could end a header or a command early. */
const oneLine = (text: string): boolean => !/\p{Cc}/u.test(text);

/** A required line of text; `.optional()` allows an empty field. */
export const textField = (words: Words, max = MAX_TEXT) =>
  z
    .string({ error: `Enter the ${words.title}.` })
    .trim()
    .min(1, `Enter the ${words.title}.`)
    .max(max, `The ${words.title} may have at most ${max} characters.`)
    .refine(oneLine, `The ${words.title} must be one line.`)
    .meta(words);

/** A password, key or token. `lines` for multi-line values, such as a certificate or a service account's JSON. */
export const secretField = (words: Words, { lines = false }: { lines?: boolean } = {}) =>
  z
    .string({ error: `Enter the ${words.title}.` })
    .trim()
    .min(1, `Enter the ${words.title}.`)
    .max(MAX_SECRET, `The ${words.title} is longer than any that Muster knows.`)
    .refine((text) => lines || oneLine(text), `The ${words.title} must be one line.`)
    .meta({ ...words, format: "password", ...(lines ? { "x-lines": true } : {}) });

/** A host without scheme, path, port or user. Whether it may be reached is checked when it is dialed. */
export const hostField = (words: Words) =>
  textField(words, 253).refine(
    (text) => !/[/@?#\\\s]/.test(text) && normalizeHost(text) !== undefined,
    `The ${words.title} is a name or an address alone, such as db.example.com: no https://, no user, no port.`,
  );

export const portField = (words: Words, byDefault: number) =>
  z.coerce
    .number({ error: `The ${words.title} is a number.` })
    .int(`The ${words.title} is a whole number.`)
    .min(1, `The ${words.title} is from 1 to 65535.`)
    .max(65_535, `The ${words.title} is from 1 to 65535.`)
    .default(byDefault)
    .meta(words);

export const numberField = (words: Words, { min, max, byDefault }: { min: number; max: number; byDefault: number }) =>
  z.coerce
    .number({ error: `${words.title}: enter a number.` })
    .int(`${words.title}: enter a whole number.`)
    .min(min, `${words.title}: at least ${min}.`)
    .max(max, `${words.title}: at most ${max}.`)
    .default(byDefault)
    .meta(words);

/** Why a URL cannot be called, or undefined. Private hosts are refused when they are dialed. */
function addressProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return "Enter an address that starts with https:// or http://.";
  if (url.username || url.password) return "An address may not contain a user name or password.";
  if (!normalizeHost(url.hostname)) return "This address has no host that can be called.";
  return undefined;
}

export const addressField = (words: Words) =>
  textField(words, MAX_ADDRESS)
    .superRefine((text, issue) => {
      const message = addressProblem(text);
      if (message) issue.addIssue({ code: "custom", message });
    })
    .meta({ ...words, format: "uri" });

/** A list of texts; a form sends one text with line breaks or a list. */
export const listField = (words: Words, { max, maxLength = MAX_TEXT }: { max: number; maxLength?: number }) =>
  z
    .preprocess(
      (value) => (typeof value === "string" ? value.split(/[\n,]/) : value),
      z
        .array(
          z
            .string()
            .trim()
            .max(maxLength, `${words.title}: at most ${maxLength} characters each.`)
            .refine(oneLine, `${words.title}: one a line.`),
        )
        .max(max, `${words.title}: at most ${max}.`)
        .transform((list) => [...new Set(list.filter(Boolean))]),
    )
    .default([])
    .meta({ ...words, type: "array", items: { type: "string" } });

/** One of several values, each with its label. */
export const choiceField = <const T extends Record<string, string>>(
  words: Words,
  options: T,
  byDefault: keyof T & string,
) =>
  z
    .enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]], {
      error: `Choose the ${words.title}: ${Object.values(options).join(", ")}.`,
    })
    .default(byDefault)
    .meta({ ...words, "x-labels": options });

export const switchField = (words: Words, byDefault: boolean) => z.boolean().default(byDefault).meta(words);
