import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { idField } from "../base/fields";
import { jobSchema } from "../datasources/outputs";
import { chunkingForm, discoveredStreamSchema, streamConfigForm } from "../datasources/settings";
import { chunkSchema } from "../documents/schemas";
import { airbyte as policies } from "./policies";

const datasourcePath = z.object({ datasourceId: idField });

const connectorSchema = z.object({
  sourceDefinitionId: z.string(),
  name: z.string(),
  /** The engine's icon as a URL or SVG; null: the console has its own. */
  icon: z.string().nullable(),
  engine: z.enum(["builtin", "airbyte"]),
  /** Whether the plan includes it. */
  allowed: z.boolean(),
});

const sampleSchema = z.object({
  title: z.string(),
  uri: z.string().nullable(),
  /** Total number of chunks; only the first ones are returned. */
  total: z.number(),
  chunks: z.array(chunkSchema),
  /** Why it cannot be read. */
  error: z.string().nullable(),
});
export type SampleRecord = z.output<typeof sampleSchema>;

export const shapes = defineShapes({
  connectors: {
    response: z.object({
      connectors: z.array(connectorSchema),
      /** Why an engine's connectors are missing. */
      engineError: z.string().nullable(),
    }),
  },
  specification: {
    query: z.object({ sourceDefinitionId: idField }),
    response: z.object({ schema: z.record(z.string(), z.unknown()) }),
  },
  schema: {
    query: datasourcePath,
    response: z.object({
      discoveredSchema: z.array(discoveredStreamSchema),
      /** Number of documents by stream. */
      documents: z.record(z.string(), z.number()),
    }),
  },
  sample: {
    body: z.object({ datasourceId: idField, stream: streamConfigForm, chunking: chunkingForm.optional() }),
    response: z.object({ records: z.array(sampleSchema) }),
  },
  jobs: { query: datasourcePath, response: z.object({ jobs: z.array(jobSchema) }) },
  connection: { response: z.object({ enabled: z.boolean(), builtin: z.literal(true) }) },
});

export const airbyte = withShapes(policies, shapes);
