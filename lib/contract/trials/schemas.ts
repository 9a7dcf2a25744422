import { z } from "zod";
import { documentStages, stages, trialStatuses } from "@/lib/constants/datasources";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty } from "../base/fields";
import { scoresSchema } from "../cases/schemas";
import { retrieverForm } from "../datasources/retrieval";
import { chunkingForm } from "../datasources/settings";
import { trials as policies } from "./policies";

/** Size of a datasource under one chunking. */
const amountSchema = z.object({ documents: z.number(), chunks: z.number(), storageBytes: z.number() });

export const trialSchema = z.object({
  chunking: chunkingForm,
  status: z.enum(trialStatuses),
  /** Why it waits, has stopped or failed. */
  message: z.string().nullable(),
  nextRetry: dateTime.nullable(),
  /** Number of documents by stage; stages without documents are left out. */
  stages: z.partialRecord(z.enum(documentStages), z.number()),
  amount: amountSchema,
  /** Some of the documents that failed. */
  failures: z.array(z.object({ title: z.string(), failedStage: z.enum(stages).nullable(), error: z.string() })),
  /** The datasource's documents have changed since it started. */
  stale: z.boolean(),
  startedByName: z.string().nullable(),
  dateCreated: dateTime,
  /** When it is removed automatically. */
  expires: dateTime,
});
export type Trial = z.output<typeof trialSchema>;

export const shapes = defineShapes({
  get: { response: z.object({ trial: trialSchema.nullable(), present: amountSchema }) },
  start: { body: z.object({ chunking: chunkingForm }), response: empty },
  stop: { response: empty },
  resume: { response: empty },
  run: { body: z.object({ retriever: retrieverForm.optional() }), response: scoresSchema },
  use: { response: empty },
  discard: { response: empty },
});

export const trials = withShapes(policies, shapes);
