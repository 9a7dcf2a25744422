import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField } from "../base/fields";
import { passageSchema, retrieverForm } from "../datasources/retrieval";
import { cases as policies } from "./policies";

const caseSchema = z.object({
  _id: z.string(),
  query: z.string(),
  documents: z.array(z.object({ _id: z.string(), title: z.string() })),
  dateCreated: dateTime,
});

/** The results of all test questions. */
export const scoresSchema = z.object({
  /** `rank`: that of the first expected passage, from 1; null: not found. */
  cases: z.array(z.object({ _id: z.string(), rank: z.number().nullable() })),
  recall: z.number(),
  mrr: z.number(),
  k: z.number(),
});
export type Scores = z.output<typeof scoresSchema>;

export const shapes = defineShapes({
  list: { response: z.object({ cases: z.array(caseSchema) }) },
  add: {
    body: z.object({
      query: z.string("Enter a question.").trim().min(1, "Enter a question.").max(4_000),
      documentIds: z.array(idField).min(1, "Choose the expected documents.").max(20),
    }),
    response: z.object({ _id: z.string() }),
  },
  remove: { response: empty },
  run: {
    body: z.object({ retriever: retrieverForm.optional() }),
    response: scoresSchema.extend({
      cases: z.array(scoresSchema.shape.cases.element.extend({ passages: z.array(passageSchema) })),
    }),
  },
});

export const cases = withShapes(policies, shapes);
