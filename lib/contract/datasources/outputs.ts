import { z } from "zod";
import { datasourceStatuses, jobStatuses } from "@/lib/constants/datasources";
import { dateTime, recordFields } from "../base/fields";
import { recurrenceFields } from "../base/schedule";
import { chunkingForm, discoveredSchema, streamConfigForm } from "./settings";

export const datasourceSchema = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  sourceType: z.string(),
  engine: z.enum(["builtin", "airbyte"]),
  status: z.enum(datasourceStatuses),
  statusMessage: z.string().nullable(),
  /** A job is running, queued or will be retried. */
  inProgress: z.boolean(),
  /** Secrets masked. */
  config: z.record(z.string(), z.unknown()),
  discoveredSchema: discoveredSchema.nullable(),
  streamConfig: z.array(streamConfigForm),
  schedule: z.discriminatedUnion("type", [
    z.object({ type: z.literal("manual") }),
    z.object({ ...recurrenceFields, startsAt: dateTime.optional() }),
  ]),
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
  ...recordFields,
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
