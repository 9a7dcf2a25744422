import { z } from "zod";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { idField, promptField } from "../base/fields";
import { citationSchema } from "../datasources/retrieval";
import { checkForm } from "./checks";

export const maxCases = 500;
const maxChecks = 20;
export const maxRecordedCalls = 100;

const longText = z.string().max(100_000);

const recordedRetrieval = z.object({
  tool: z.string().max(200),
  query: longText,
  queries: z.array(longText).max(50),
  passages: z.array(citationSchema.extend({ headings: z.array(z.string().max(2_000)).max(50) })).max(200),
});

/** A tool call whose result is replayed. */
const recordedCall = z.object({
  name: z.string().min(1).max(200),
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  error: z.string().max(20_000).optional(),
  /** The searches of the call, with their passages. */
  retrievals: z.array(recordedRetrieval).max(20).optional(),
});
export type RecordedCall = z.output<typeof recordedCall>;

export const caseForm = z.object({
  /** Of an existing case. */
  _id: idField.optional(),
  /** The message, or the message that starts a process. */
  input: promptField("a message"),
  /** Earlier messages of the conversation. */
  history: z
    .array(z.object({ role: z.enum(["user", "assistant"]), text: promptField("a message") }))
    .max(100)
    .default([]),
  variables: z.record(z.string().max(variableNameMax), z.string().max(variableValueMax)).default({}),
  /** Apply is rejected while it fails. Default: that of the test set. */
  required: z.boolean().optional(),
  checks: z.array(checkForm).max(maxChecks, `Use up to ${maxChecks} checks.`).default([]),
  /** Tool calls whose results are replayed. Absent: tools are called for real. */
  recording: z.array(recordedCall).max(maxRecordedCalls).optional(),
});
export type CaseForm = z.output<typeof caseForm>;

export const testCase = caseForm.extend({ _id: z.string(), required: z.boolean() });
export type TestCase = z.output<typeof testCase>;
