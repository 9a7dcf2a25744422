import { z } from "zod";
import { documentStages, stages, trialStatuses } from "@/lib/constants/datasources";
import { trials as calls } from "./calls/trials";
import { scoresSchema } from "./cases";
import { chunkingForm } from "./datasources";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty } from "./fields";
import { retrieverForm } from "./retrieval";

/** How much there is of documents that are cut one way. */
const amountSchema = z.object({ documents: z.number(), chunks: z.number(), storageBytes: z.number() });

export const trialSchema = z.object({
  chunking: chunkingForm,
  status: z.enum(trialStatuses),
  /** Why it waits, has stopped or failed. */
  message: z.string().nullable(),
  nextRetry: dateTime.nullable(),
  /** How many documents stand where; the stages that none stands at are left out. */
  stages: z.partialRecord(z.enum(documentStages), z.number()),
  amount: amountSchema,
  /** Some of the documents that failed. */
  failures: z.array(z.object({ title: z.string(), failedStage: z.enum(stages).nullable(), error: z.string() })),
  /** Documents of the datasource are others than when it began. */
  stale: z.boolean(),
  startedByName: z.string().nullable(),
  dateCreated: dateTime,
  /** When it is removed by itself. */
  expires: dateTime,
});
export type Trial = z.output<typeof trialSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  get: { response: z.object({ trial: trialSchema.nullable(), present: amountSchema }) },
  start: { body: z.object({ chunking: chunkingForm }), response: empty },
  stop: { response: empty },
  resume: { response: empty },
  run: { body: z.object({ retriever: retrieverForm.optional() }), response: scoresSchema },
  use: { response: empty },
  discard: { response: empty },
});

export const trials = withShapes(calls, shapes);
