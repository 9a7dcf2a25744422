import { z } from "zod";
import { dateTime } from "../base/fields";
import { checkResult, outcomes } from "../testsets/checks";

const evaluationStatuses = ["running", "completed", "cancelled", "error"] as const;

const interval = z.object({ low: z.number(), high: z.number() });

/** The share of passed attempts among those that were measured. */
const rate = z.object({
  passed: z.number(),
  failed: z.number(),
  notMeasured: z.number(),
  /** 0 to 1; null: none was measured. */
  passRate: z.number().nullable(),
  /** The probability that all of `repeat` attempts pass, averaged over the cases. */
  passAll: z.number().nullable(),
  /** 95 % confidence interval of the pass rate. */
  interval: interval.nullable(),
});
export type Rate = z.output<typeof rate>;

export const evaluationSummary = z.object({
  _id: z.string(),
  status: z.enum(evaluationStatuses),
  reason: z.string().nullable(),
  label: z.string(),
  /** The number of the tested revision; null: a draft. */
  revision: z.number().nullable(),
  testsetRevision: z.number(),
  repeat: z.number(),
  attempts: z.number(),
  ended: z.number(),
  costUsd: z.number().nullable(),
  estimatedCost: z.number().nullable(),
  rate,
  author: z.string().nullable(),
  dateCreated: dateTime,
  dateEnded: dateTime.nullable(),
});
export type EvaluationSummary = z.output<typeof evaluationSummary>;

const attemptSchema = z.object({
  _id: z.string(),
  number: z.number(),
  /** Null: it has not ended. */
  outcome: z.enum(outcomes).nullable(),
  reason: z.string().nullable(),
  checks: z.array(checkResult),
  answer: z.string().nullable(),
  /** Null: it has not started, or its session was deleted. */
  sessionId: z.string().nullable(),
  costUsd: z.number().nullable(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  durationMs: z.number().nullable(),
  correct: z.boolean().nullable(),
});
export type Attempt = z.output<typeof attemptSchema>;

export const caseResult = z.object({
  _id: z.string(),
  input: z.string(),
  required: z.boolean(),
  rate,
  attempts: z.array(attemptSchema),
});
export type CaseResult = z.output<typeof caseResult>;
