import { z } from "zod";
import { passagesDefault, passagesMost, retrieverTypes } from "@/lib/constants/datasources";

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);

/** A condition on a field of a document. */
export const filterForm = z.object({
  field: z.string().min(1).max(300),
  op: z.enum(["eq", "ne", "gt", "gte", "lt", "lte", "in"]),
  value: z.union([scalar, z.array(scalar).max(100)]),
});
export type Filter = z.output<typeof filterForm>;

export const retrieverForm = z.object({
  type: z.enum(retrieverTypes).default("raw"),
  k: z
    .number("Give a number.")
    .int("Give a whole number.")
    .min(1, "Use at least 1.")
    .max(passagesMost, `Use at most ${passagesMost}.`)
    .default(passagesDefault),
  /** 0 to 1; what scores less is cut. Scores of the vectors: one minus the cosine distance. */
  scoreThreshold: z.number().min(0, "Use at least 0.").max(1, "Use at most 1.").default(0),
  hybrid: z.boolean().default(true),
  filters: z.array(filterForm).max(20).default([]),
  /** How much a document loses an hour, of type `time_weighted`; 0 to 1. */
  decayRate: z.number().min(0).max(1).optional(),
  /** The field with a document's date; else when its source changed it. */
  timeField: z.string().max(300).optional(),
});
export type Retriever = z.output<typeof retrieverForm>;

export const passageSchema = z.object({
  text: z.string(),
  score: z.number(),
  documentId: z.string(),
  datasourceId: z.string(),
  title: z.string(),
  uri: z.string().nullable(),
  position: z.number(),
  page: z.number().nullable(),
  /** Where it ends, if that is another page. */
  lastPage: z.number().nullable(),
  headings: z.array(z.string()),
  /** 0 to 1, from the vectors; null where they did not find it. */
  vectorScore: z.number().nullable(),
  /** From the words; null where they did not find it. */
  textScore: z.number().nullable(),
  /** Place among what the vectors, the words found, from 1. */
  vectorRank: z.number().nullable(),
  textRank: z.number().nullable(),
});
export type Passage = z.output<typeof passageSchema>;

/** A passage with the number that an answer cites it by. */
export const citationSchema = passageSchema.extend({ number: z.number() });
export type Citation = z.output<typeof citationSchema>;

export const retrievalSchema = z.object({
  /** What was searched for: the question, and what a model made of it. */
  queries: z.array(z.string()),
  filters: z.array(filterForm),
  passages: z.array(passageSchema),
  /** What was found and not kept, by which rule. */
  dropped: z.array(passageSchema.extend({ reason: z.string() })),
  ms: z.object({ embed: z.number(), vectors: z.number(), text: z.number(), total: z.number() }),
});
export type Retrieval = z.output<typeof retrievalSchema>;
