import { z } from "zod";
import { maxEvaluationRepeat } from "@/lib/constants/limits";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  dateTime,
  empty,
  idField,
  listPage,
  listQuery,
  nameField,
  readVersion,
  recordFields,
  revisionNumber,
  wholeField,
} from "../base/fields";
import { evaluationSummary } from "../evaluations/results";
import { caseForm, maxCases, testCase } from "./cases";
import { testsets as policies } from "./policies";

const cases = z.array(caseForm).max(maxCases, `Use up to ${maxCases} cases.`);
const repeatField = wholeField(1, maxEvaluationRepeat);
const shareField = z.number("Enter a number.").min(0, "Enter 0 or more.").max(1, "Enter 1 or less.");

const settings = {
  name: nameField,
  required: z.boolean(),
  repeat: repeatField,
  judgeModelId: idField.nullable(),
  minAgreement: shareField,
  liveToolIds: z.array(idField).max(100, "Choose up to 100."),
};

export const testsetForm = z.object({
  name: nameField,
  agentId: idField.optional(),
  appId: idField.optional(),
  required: settings.required.default(false),
  repeat: repeatField.default(3),
  judgeModelId: settings.judgeModelId.optional(),
  minAgreement: shareField.default(0.8),
  liveToolIds: settings.liveToolIds.default([]),
  cases: cases.default([]),
});

const summary = z.object({
  _id: z.string(),
  name: z.string(),
  agentId: z.string().nullable(),
  appId: z.string().nullable(),
  /** The name of the agent or app. */
  testedName: z.string().nullable(),
  required: z.boolean(),
  repeat: z.number(),
  judgeModelId: z.string().nullable(),
  minAgreement: z.number(),
  liveToolIds: z.array(z.string()),
  revision: z.number(),
  caseCount: z.number(),
  requiredCount: z.number(),
  lastEvaluation: evaluationSummary.nullable(),
  ...recordFields,
});
export type TestSetSummary = z.output<typeof summary>;

/** How a judge of the test set agrees with people. */
const agreementSchema = z.object({
  labels: z.number(),
  /** 0 to 1; null without labels. */
  agreement: z.number().nullable(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  kappa: z.number().nullable(),
  /** Whether its verdicts can prevent applying. */
  canBlock: z.boolean(),
});

const testset = summary.extend({ cases: z.array(testCase), judge: agreementSchema });
export type TestSet = z.output<typeof testset>;

const runForm = z.object({
  repeat: repeatField.optional(),
  /** The number of a revision of the agent. Default: the applied one. */
  revision: revisionNumber.optional(),
  /** Tests the agent's draft. */
  draft: z.boolean().optional(),
  /** Tests with another model in place of the agent's. */
  modelId: idField.optional(),
  /** Only these cases. */
  caseIds: z.array(idField).max(maxCases).optional(),
  /** US dollars; the evaluation ends when its attempts have cost more. */
  maxCost: z.number().positive("Enter a number greater than 0.").max(100_000).optional(),
});
export type RunForm = z.output<typeof runForm>;

const estimate = z.object({
  attempts: z.number(),
  /** US dollars; null: a model has no prices, or nothing similar was run. */
  costUsd: z.number().nullable(),
  /** Where the figure comes from. */
  basis: z.enum(["earlier_attempts", "texts"]),
});

const recordedTest = z.object({
  case: caseForm,
  /** The answer that was given. */
  answer: z.string(),
  /** What the session ran. */
  agentId: z.string().nullable(),
  appId: z.string().nullable(),
});
export type RecordedTest = z.output<typeof recordedTest>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ agentId: idField.optional(), appId: idField.optional() }),
    response: listPage("testsets", summary),
  },
  get: { response: z.object({ testset }) },
  revisions: {
    response: z.object({
      revisions: z.array(
        z.object({ number: z.number(), cases: z.number(), author: z.string().nullable(), date: dateTime }),
      ),
    }),
  },
  add: { body: testsetForm, response: added },
  edit: {
    body: z
      .object({ ...settings, cases })
      .partial()
      .extend(readVersion),
    response: empty,
  },
  addCases: {
    body: z.object({ cases: cases.min(1, "Add a case.") }),
    response: z.object({ ids: z.array(z.string()) }),
  },
  readCases: {
    body: z.object({ filename: z.string().max(300), text: z.string() }),
    response: z.object({ cases: z.array(caseForm), notes: z.array(z.string()) }),
  },
  recordCase: {
    query: z.object({ sessionId: idField, messageId: idField }),
    response: recordedTest,
  },
  estimate: { body: runForm, response: estimate },
  run: { body: runForm, response: z.object({ _id: z.string() }) },
  remove: { response: empty },
});

export const testsets = withShapes(policies, shapes);
