import { z } from "zod";
import { datasourceStatuses } from "@/lib/constants/datasources";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  descriptionField,
  empty,
  forceQuery,
  idField,
  listPage,
  listQuery,
  nameField,
  trashed,
} from "../base/fields";
import { chunkSchema } from "../documents/schemas";
import { datasourceSchema } from "./outputs";
import { datasources as policies } from "./policies";
import { retrievalSchema, retrieverForm } from "./retrieval";
import { chunkingForm, discoveredSchema, discoveredStreamSchema, scheduleForm, streamsField } from "./settings";

/** A part of a multipart form that is JSON. */
function json<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, ctx): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: "custom", message: "This isn't valid JSON." });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

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

const idList = z
  .string()
  .max(20_000)
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .optional();

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ status: z.enum(datasourceStatuses).optional() }),
    response: listPage("datasources", datasourceSchema),
  },
  get: { response: z.object({ datasource: datasourceSchema }) },
  searchable: {
    /** Ids separated by spaces. */
    query: z.object({ agentIds: idList, taskIds: idList }),
    /** By name; `more` counts those that are not listed. */
    response: z.object({ datasources: z.array(z.object({ _id: z.string(), name: z.string() })), more: z.number() }),
  },
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
      query: z.string("Enter a question.").trim().min(1, "Enter a question.").max(4_000, "Use up to 4,000 characters."),
      retriever: retrieverForm.optional(),
    }),
    response: retrievalSchema,
  },
  remove: { body: forceQuery, response: trashed },
});

export const datasources = withShapes(policies, shapes);
