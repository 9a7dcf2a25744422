import { z } from "zod";
import { cases as calls } from "./calls/cases";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty, idField } from "./fields";
import { passageSchema, retrieverForm } from "./retrieval";

const caseSchema = z.object({
  _id: z.string(),
  query: z.string(),
  documents: z.array(z.object({ _id: z.string(), title: z.string() })),
  dateCreated: dateTime,
});

/** What became of all test questions. */
export const scoresSchema = z.object({
  /** `rank` is the place of the first passage that should be found, from 1; null: it was not. */
  cases: z.array(z.object({ _id: z.string(), rank: z.number().nullable() })),
  recall: z.number(),
  mrr: z.number(),
  k: z.number(),
});
export type Scores = z.output<typeof scoresSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  list: { response: z.object({ cases: z.array(caseSchema) }) },
  add: {
    body: z.object({
      query: z.string("Ask something.").trim().min(1, "Ask something.").max(4_000),
      documentIds: z.array(idField).min(1, "Choose what should be found.").max(20),
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

export const cases = withShapes(calls, shapes);
