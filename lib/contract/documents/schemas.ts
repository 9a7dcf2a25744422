import { z } from "zod";
import { documentStages, stages } from "@/lib/constants/datasources";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, idField, limitField, listPage, listQuery } from "../base/fields";
import { documents as policies } from "./policies";

/** What a stage did with a document: `count` of what came out, e.g. chunks; `ms` of work without waiting. */
const stageNoteSchema = z.object({ count: z.number(), ms: z.number(), at: z.string() });
export type StageNote = z.output<typeof stageNoteSchema>;

export const documentSchema = z.object({
  _id: z.string(),
  datasourceId: z.string(),
  title: z.string(),
  uri: z.string().nullable(),
  /** File name, for files. */
  filename: z.string().nullable(),
  stream: z.string(),
  stage: z.enum(documentStages),
  /** The stage that failed. */
  failedStage: z.enum(stages).nullable(),
  error: z.string().nullable(),
  /** Why it is waiting. */
  waiting: z.string().nullable(),
  attempt: z.number(),
  nextRetry: dateTime.nullable(),
  chunks: z.number(),
  bytes: z.number(),
  stages: z.partialRecord(z.enum(stages), stageNoteSchema),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type KnowledgeDocument = z.output<typeof documentSchema>;

export const chunkSchema = z.object({
  position: z.number(),
  text: z.string(),
  page: z.number().nullable(),
  lastPage: z.number().nullable(),
  headings: z.array(z.string()),
});
export type ChunkView = z.output<typeof chunkSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      datasourceId: idField,
      stage: z.enum(documentStages).optional(),
      /** Only jobs that have not ended. */
      open: z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]).optional(),
    }),
    response: listPage("documents", documentSchema),
  },
  get: {
    query: z.object({
      after: z.coerce.number().int().min(-1).max(2_147_483_647).optional(),
      limit: limitField(200, 50),
    }),
    response: z.object({ document: documentSchema, chunks: z.array(chunkSchema), next: z.number().nullable() }),
  },
  remove: { response: empty },
  retry: { response: empty },
  skip: { response: empty },
  retryFailed: { response: z.object({ documents: z.number() }) },
});

export const documents = withShapes(policies, shapes);
