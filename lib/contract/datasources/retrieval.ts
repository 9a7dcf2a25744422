import { z } from "zod";
import { maxPassages, passagesDefault, retrieverTypes } from "@/lib/constants/datasources";
import { wholeField } from "../base/fields";

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
  k: wholeField(1, maxPassages).default(passagesDefault),
  /** 0 to 1; passages below are dropped. The vectors' score is one minus the cosine distance. */
  scoreThreshold: z.number().min(0, "Enter 0 or more.").max(1, "Enter 1 or less.").default(0),
  hybrid: z.boolean().default(true),
  filters: z.array(filterForm).max(20).default([]),
  /** Of type `time_weighted`: decay per hour, 0 to 1. */
  decayRate: z.number().min(0).max(1).optional(),
  /** The field with a document's date; default: when its source changed it. */
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
  /** Its last page, if not the same. */
  lastPage: z.number().nullable(),
  headings: z.array(z.string()),
  /** Vector score, 0 to 1; null if not found by vectors. */
  vectorScore: z.number().nullable(),
  /** Full-text score; null if not found by words. */
  textScore: z.number().nullable(),
  /** Rank in the vector and the full-text results, from 1. */
  vectorRank: z.number().nullable(),
  textRank: z.number().nullable(),
});
export type Passage = z.output<typeof passageSchema>;

/** A passage with its citation number. */
export const citationSchema = passageSchema.extend({ number: z.number() });
export type Citation = z.output<typeof citationSchema>;

export const retrievalSchema = z.object({
  /** The queries: the question, and those that a model derived from it. */
  queries: z.array(z.string()),
  filters: z.array(filterForm),
  passages: z.array(passageSchema),
  /** Passages that were dropped, and by which rule. */
  dropped: z.array(passageSchema.extend({ reason: z.string() })),
  ms: z.object({ embed: z.number(), vectors: z.number(), text: z.number(), total: z.number() }),
});
export type Retrieval = z.output<typeof retrievalSchema>;
