import { z } from "zod";
import { airbyte as calls } from "./calls/airbyte";
import { chunkingForm, discoveredStreamSchema, jobSchema, streamConfigForm } from "./datasources";
import { chunkSchema } from "./documents";
import { defineShapes, withShapes } from "./endpoint";
import { idField } from "./fields";

const ofDatasource = z.object({ datasourceId: idField });

const connectorSchema = z.object({
  sourceDefinitionId: z.string(),
  name: z.string(),
  /** An address or an SVG text of the engine's; null: the screens have one. */
  icon: z.string().nullable(),
  engine: z.enum(["builtin", "airbyte"]),
  /** Whether the plan includes it. */
  allowed: z.boolean(),
});

const sampleSchema = z.object({
  title: z.string(),
  uri: z.string().nullable(),
  /** How many chunks there are; of many only the first are told. */
  total: z.number(),
  chunks: z.array(chunkSchema),
  /** Why it cannot be read. */
  error: z.string().nullable(),
});
export type SampleRecord = z.output<typeof sampleSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  connectors: {
    response: z.object({
      connectors: z.array(connectorSchema),
      /** Why an engine's connectors are not among them. */
      trouble: z.string().nullable(),
    }),
  },
  specification: {
    query: z.object({ sourceDefinitionId: idField }),
    response: z.object({ schema: z.record(z.string(), z.unknown()) }),
  },
  schema: {
    query: ofDatasource,
    response: z.object({
      discoveredSchema: z.array(discoveredStreamSchema),
      /** How many there are of each stream that has any. */
      documents: z.record(z.string(), z.number()),
    }),
  },
  sample: {
    body: z.object({ datasourceId: idField, stream: streamConfigForm, chunking: chunkingForm.optional() }),
    response: z.object({ records: z.array(sampleSchema) }),
  },
  jobs: { query: ofDatasource, response: z.object({ jobs: z.array(jobSchema) }) },
  connection: { response: z.object({ enabled: z.boolean(), builtin: z.literal(true) }) },
});

export const airbyte = withShapes(calls, shapes);
