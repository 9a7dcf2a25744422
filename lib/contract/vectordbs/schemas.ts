import { z } from "zod";
import { addedVectorDbTypes, vectorDbTypes } from "@/lib/constants/vectordbs";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  copyShapes,
  dateTime,
  empty,
  idField,
  listPage,
  listQuery,
  nameField,
  readVersion,
} from "../base/fields";
import { vectordbs as policies } from "./policies";

const notAnAddress = "Enter a URL such as https://example.com:6333.";

/** A URL; https if it has no scheme. */
const url = z
  .string("Enter the URL.")
  .trim()
  .min(1, "Enter the URL.")
  .max(500, "Use up to 500 characters.")
  .transform((text) => trimEndMatching(text.includes("://") ? text : `https://${text}`, /\//))
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), notAnAddress)
  .refine((text) => {
    const { username, password, search, hash } = URL.parse(text) ?? new URL("http://none");
    return !username && !password && !search && !hash;
  }, "Remove the username, password, query and fragment from the URL.");

const apiKey = z
  .string()
  .trim()
  .max(4_096, "Use up to 4,096 characters.")
  .regex(/^[\x21-\x7e\u2022]*$/, "API keys can contain only printable ASCII characters without spaces.")
  .nullable();

export const vectorDbForm = z.object({
  name: nameField,
  type: z.enum(addedVectorDbTypes, "Choose Qdrant or Pinecone."),
  url,
  config: z.object({ api_key: apiKey.optional() }).default({}),
  /** Save although the connection check fails. */
  force: z.boolean().optional(),
});

export const vectorDbSchema = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(vectorDbTypes),
  url: z.string().nullable(),
  /** The key is masked. */
  config: z.object({ api_key: z.string().optional() }),
  /** How many datasources keep their vectors there. */
  usedBy: z.number(),
  /** The first 50 of them. */
  usedIn: z.array(z.object({ type: z.string(), _id: z.string(), name: z.string() })),
  createdBy: z.string().nullable(),
  updatedByName: z.string().nullable(),
  version: z.number(),
  /** Null for the built-in one. */
  dateCreated: dateTime.nullable(),
  dateUpdated: dateTime.nullable(),
});
export type VectorDb = z.output<typeof vectorDbSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ type: z.enum(vectorDbTypes).optional() }),
    response: listPage("vectorDbs", vectorDbSchema),
  },
  get: {
    response: z.object({ vectorDb: vectorDbSchema }),
  },
  add: {
    body: vectorDbForm,
    response: added,
  },
  test: {
    body: vectorDbForm.omit({ name: true, force: true }).extend({ vectorDbId: idField.optional() }),
    response: z.object({ ok: z.boolean(), message: z.string().optional() }),
  },
  edit: {
    body: vectorDbForm.extend({ config: vectorDbForm.shape.config.unwrap() }).partial().extend(readVersion),
    response: empty,
  },
  ...copyShapes,
});

export const vectordbs = withShapes(policies, shapes);
