import { z } from "zod";
import { descriptionMax, nameMax, pageDefault, pageMax, promptMaxBytes } from "@/lib/constants/limits";
import { isVisible } from "./visible";

/** ISO 8601 UTC on the wire; handlers may return a Date. */
export const dateTime = z.union([z.date().transform((date) => date.toISOString()), z.iso.datetime()]);
export const idField = z.string().min(1).max(100);
export const empty = z.object({});
/** Optional same-origin path to open after signing in, such as an authorization request; the client checks it again. */
export const gotoField = z.string().max(4_000).optional();
/** The response of a deletion that can be undone: the id of the item in the trash. */
export const trashed = z.object({ trashId: z.string().optional() });
export const added = z.object({ _id: z.string(), redirect: z.string().optional() });

export const notVisible = "Remove line breaks, control characters and invisible or text-direction characters.";
const byteLength = (text: string) => new TextEncoder().encode(text).length;

export const nameField = z
  .string("Enter a name.")
  .trim()
  .min(1, "Enter a name.")
  .max(nameMax, `Use up to ${nameMax} characters.`)
  .refine(isVisible, notVisible);
export const descriptionField = z
  .string()
  .trim()
  .max(descriptionMax, `Use up to ${descriptionMax.toLocaleString("en")} characters.`)
  .default("");

/** Prompt-like text and code: up to 64 KB in UTF-8. */
export const promptField = (what: string) =>
  z
    .string(`Enter ${what}.`)
    .trim()
    .min(1, `Enter ${what}.`)
    .refine((text) => byteLength(text) <= promptMaxBytes, "Use up to 64 KB of text.");

/** A whole number of a form. */
export const wholeField = (min: number, max: number) =>
  z
    .number("Enter a number.")
    .int("Enter a whole number.")
    .min(min, `Enter ${min} or more.`)
    .max(max, `Enter ${max.toLocaleString("en")} or less.`);

const wholeNumber = z
  .string()
  .regex(/^\d{1,4}$/, "Enter a whole number.")
  .transform(Number);

/** The `limit` of a query. */
export const limitField = (max: number, preset: number) =>
  z.union([z.number().int(), wholeNumber]).pipe(z.number().min(1).max(max)).default(preset);

/** The query of every list: keyset paging by the last id seen, newest first by default. */
export const listQuery = z.object({
  before: idField.optional(),
  limit: limitField(pageMax, pageDefault),
  q: z.string().trim().max(200).optional(),
  sort: z.enum(["name", "dateUpdated", "dateCreated"]).default("dateCreated"),
  dir: z.enum(["asc", "desc"]).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** The response of every list: `{ [plural]: […], next }`. */
export function listPage<K extends string, T extends z.ZodType>(plural: K, item: T) {
  return z.object({ [plural]: z.array(item), next: z.string().nullable() } as { [P in K]: z.ZodArray<T> } & {
    next: z.ZodNullable<z.ZodString>;
  });
}

/** The query of a call without a team in its path. */
export const teamQuery = z.object({ resourceSlug: z.string().max(200).optional() });

/** `force`: whether to delete a record that others use. */
export const forceQuery = z.object({
  force: z.union([z.boolean(), z.enum(["true", "false"]).transform((v) => v === "true")]).optional(),
});

/** What every record with versions says of itself. */
export const recordFields = {
  updatedByName: z.string().nullable(),
  version: z.number(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
};

/** The number of a revision: an integer of PostgreSQL. */
export const revisionNumber = z.number().int().min(1).max(2_147_483_647, "This revision doesn't exist.");

/** The number of an event in a session's log. */
export const seqQuery = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** In the body of an edit: the version that was read. The edit fails if there is a newer one. */
export const readVersion = { version: z.number().int().optional() };

/** In the body of a change that required tests cover: applies it although they have not passed. Needs a team admin and a reason. */
export const gateOverride = {
  force: z.boolean().optional(),
  reason: z.string().trim().max(2_000, "Use up to 2,000 characters.").optional(),
};

/** The shapes of duplicating and of deleting a record. */
export const copyShapes = {
  duplicate: { response: added },
  remove: { body: forceQuery, response: empty },
};

/** The same for a record that deleting moves to the trash. */
export const trashShapes = { ...copyShapes, remove: { body: forceQuery, response: trashed } };

/** Picks a schema's fields. What else a record has, such as columns that stay on the server, is left out. */
export function pickFields<S extends z.ZodObject>(schema: S, record: NoInfer<z.input<S>>): z.input<S> {
  const picked: Record<string, unknown> = {};
  for (const key in schema.shape) if (key in record) picked[key] = record[key];
  return picked as z.input<S>;
}
