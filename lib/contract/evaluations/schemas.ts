import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { empty, idField, listPage, listQuery } from "../base/fields";
import { evaluations as policies } from "./policies";
import { caseResult, evaluationSummary } from "./results";

export const verdicts = ["better", "same", "worse"] as const;
const verdict = z.enum(verdicts);

const evaluation = evaluationSummary.extend({
  testset: z.object({ _id: z.string(), name: z.string() }),
  /** What the set tests. */
  agentId: z.string().nullable(),
  appId: z.string().nullable(),
  /** What is applied once the required cases pass. */
  pendingApply: z.boolean(),
  cases: z.array(caseResult),
});
export type Evaluation = z.output<typeof evaluation>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ testsetId: idField.optional(), agentId: idField.optional(), appId: idField.optional() }),
    response: listPage("evaluations", evaluationSummary),
  },
  get: { response: z.object({ evaluation }) },
  compare: {
    query: z.object({ with: idField }),
    response: z.object({
      /** Of this evaluation, beside the other: outside the noise or not. */
      verdict,
      /** The cases of both, by ID. */
      cases: z.array(z.object({ _id: z.string(), input: z.string(), verdict, ours: caseResult, theirs: caseResult })),
      ours: evaluationSummary,
      theirs: evaluationSummary,
    }),
  },
  csv: {},
  junit: {},
  cancel: { response: empty },
  label: {
    /** Null removes the label. */
    body: z.object({ attemptId: idField, correct: z.boolean().nullable() }),
    response: empty,
  },
});

export const evaluations = withShapes(policies, shapes);
