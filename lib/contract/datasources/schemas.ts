import { z } from "zod";
import {
  chunkOverlapDefault,
  chunkSizeDefault,
  chunkSizeMin,
  chunkStrategies,
  datasourceStatuses,
  jobStatuses,
  maxChunkSize,
} from "@/lib/constants/datasources";
import { schedulePeriods } from "@/lib/constants/plans";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  dateTime,
  descriptionField,
  empty,
  forceQuery,
  idField,
  listPage,
  listQuery,
  nameField,
} from "../base/fields";
import { chunkSchema } from "../documents/schemas";
import { datasources as policies } from "./policies";
import { retrievalSchema, retrieverForm } from "./retrieval";

const wholeNumber = (max: number, min: number) =>
  z
    .number("Give a number.")
    .int("Give a whole number.")
    .min(min, `Use at least ${min.toLocaleString("en")}.`)
    .max(max, `Use at most ${max.toLocaleString("en")}.`);

export const chunkingForm = z
  .object({
    strategy: z.enum(chunkStrategies).default("recursive"),
    size: wholeNumber(maxChunkSize, chunkSizeMin).default(chunkSizeDefault),
    overlap: wholeNumber(maxChunkSize / 2, 0).default(chunkOverlapDefault),
  })
  .refine(({ size, overlap }) => overlap <= size / 2, { path: ["overlap"], message: "Use at most half of the size." });
export type Chunking = z.output<typeof chunkingForm>;

/** A part of a multipart form that is JSON. */
function json<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: "custom", message: "This is no JSON." });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

const scheduleForm = z.discriminatedUnion("type", [
  z.object({ type: z.literal("manual") }),
  z.object({ type: z.literal("cron"), unit: z.enum(schedulePeriods, "Choose how often.") }),
]);
export type Schedule = z.output<typeof scheduleForm>;

const fieldName = z.string().min(1).max(300);
export const streamConfigForm = z.object({
  name: z.string().min(1).max(300),
  /** Empty: all of them. */
  fields: z.array(fieldName).max(2_000).default([]),
  primaryKeys: z.array(fieldName).max(20).default([]),
  cursorField: fieldName.nullable().default(null),
  mode: z.enum(["full", "incremental"]).default("full"),
});
export type StreamConfig = z.output<typeof streamConfigForm>;
const streamsField = z.array(streamConfigForm).max(1_000, "Choose at most 1,000 streams.");

export const discoveredStreamSchema = z.object({
  name: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  primaryKeys: z.array(z.string()),
  cursorFields: z.array(z.string()),
  modes: z.array(z.enum(["full", "incremental"])),
});
export type DiscoveredStream = z.output<typeof discoveredStreamSchema>;
const discoveredSchema = z.array(discoveredStreamSchema);

export const datasourceSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  sourceType: z.string(),
  engine: z.enum(["builtin", "airbyte"]),
  status: z.enum(datasourceStatuses),
  statusMessage: z.string().nullable(),
  /** A job is running, queued or will be retried. */
  underWay: z.boolean(),
  /** Secrets masked. */
  config: z.record(z.string(), z.unknown()),
  discoveredSchema: discoveredSchema.nullable(),
  streamConfig: z.array(streamConfigForm),
  schedule: scheduleForm,
  nextSync: dateTime.nullable(),
  chunking: chunkingForm,
  embeddingModelId: z.string().nullable(),
  embeddingModelName: z.string().nullable(),
  vectorDbId: z.string().nullable(),
  recordCount: z.object({ total: z.number(), succeeded: z.number(), failed: z.number() }),
  lastSyncedDate: dateTime.nullable(),
  storageBytes: z.number(),
  toolId: z.string().nullable(),
  /** Number of agents that search it through a tool. */
  usedBy: z.number(),
  updatedByName: z.string().nullable(),
  version: z.number(),
  dateCreated: dateTime,
  dateUpdated: dateTime,
});
export type Datasource = z.output<typeof datasourceSchema>;

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(["upload", "sync"]),
  status: z.enum(jobStatuses),
  startedAt: dateTime.nullable(),
  endedAt: dateTime.nullable(),
  records: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  error: z.string().nullable(),
  nextRetry: dateTime.nullable(),
  startedByName: z.string().nullable(),
});
export type DatasourceJob = z.output<typeof jobSchema>;

const places = {
  embeddingModelId: z.string("Choose an embedding model.").min(1, "Choose an embedding model.").max(100),
  vectorDbId: idField.nullable().optional(),
};

/** What the forms of a datasource hold, whatever its source; the last three are those of a connector. */
export const datasourceForm = z.object({
  name: nameField,
  description: descriptionField,
  ...places,
  chunking: chunkingForm,
  config: z.record(z.string(), z.unknown()).default({}),
  streamConfig: streamsField.default([]),
  schedule: scheduleForm.default({ type: "manual" }),
});

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ status: z.enum(datasourceStatuses).optional() }),
    response: listPage("datasources", datasourceSchema),
  },
  get: { response: z.object({ datasource: datasourceSchema }) },
  test: {
    body: z.object({
      connectorId: z.string("Choose a source.").min(1, "Choose a source.").max(100),
      name: nameField,
      description: descriptionField,
      config: z.record(z.string(), z.unknown()),
      /** The draft to retry. */
      datasourceId: idField.optional(),
    }),
    response: z.object({ datasourceId: z.string(), discoveredSchema }),
  },
  add: {
    body: z.object({
      datasourceId: idField,
      streamConfig: streamsField.min(1, "Choose at least one stream."),
      schedule: scheduleForm.default({ type: "manual" }),
      chunking: chunkingForm.optional(),
      ...places,
    }),
    response: added.extend({ toolId: z.string() }),
  },
  upload: {
    body: z.object({
      name: nameField.optional(),
      description: descriptionField.optional(),
      ...places,
      embeddingModelId: idField.optional(),
      chunking: json(chunkingForm).optional(),
      /** Adds documents to it. */
      datasourceId: idField.optional(),
    }),
    response: added.extend({ toolId: z.string() }),
  },
  preview: {
    body: z.object({ chunking: json(chunkingForm).optional() }),
    response: z.object({
      title: z.string().nullable(),
      pages: z.number().nullable(),
      total: z.number(),
      chunks: z.array(chunkSchema),
    }),
  },
  edit: {
    body: z
      .object({
        name: nameField,
        description: descriptionField.unwrap(),
        config: z.record(z.string(), z.unknown()),
        chunking: chunkingForm,
        ...places,
        version: z.number().int(),
      })
      .partial(),
    response: empty,
  },
  sync: { response: z.object({ jobId: z.string() }) },
  cancel: { response: empty },
  discover: { response: z.object({ discoveredSchema: z.array(discoveredStreamSchema) }) },
  streams: {
    body: z.object({
      streamConfig: streamsField.min(1, "Choose at least one stream."),
      sync: z.boolean().default(false),
    }),
    response: z.object({ jobId: z.string().optional() }),
  },
  schedule: { body: scheduleForm, response: empty },
  query: {
    body: z.object({
      query: z.string("Ask something.").trim().min(1, "Ask something.").max(4_000, "Use at most 4,000 characters."),
      retriever: retrieverForm.optional(),
    }),
    response: retrievalSchema,
  },
  remove: { body: forceQuery, response: empty },
});

export const datasources = withShapes(policies, shapes);
