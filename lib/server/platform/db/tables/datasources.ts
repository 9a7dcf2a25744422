import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { DatasourceStatus, JobStatus } from "@/lib/constants/datasources";
import type { SchedulePeriod } from "@/lib/constants/plans";
import type { Timing } from "@/lib/contract/base/schedule";
import type { Chunking, DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";
import { at, belongsTo, byteCount, count } from "./columns";
import { models } from "./models";
import { resourceColumns } from "./resource-columns";
import { vectorDbs } from "./vector-dbs";

export const datasources = pgTable(
  "datasources",
  {
    ...resourceColumns(),
    /** For a trial of other chunking settings: its datasource. Trials are visible only on the test bench. */
    trialOf: text().references((): AnyPgColumn => datasources.id, { onDelete: "cascade" }),
    /** When it was moved to the trash, where it is hidden and not processed. */
    dateTrashed: at(),
    description: text().notNull().default(""),
    /** `file`, `website` or the id of a connector. */
    sourceType: text().notNull(),
    engine: text({ enum: ["builtin", "airbyte"] })
      .notNull()
      .default("builtin"),
    status: text().$type<DatasourceStatus>().notNull(),
    statusMessage: text(),
    /** The connector's settings; secret fields sealed with this row's id. */
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The JSON Schema of `config`, including which fields are secret. Null for files. */
    specification: jsonb().$type<z.core.JSONSchema.JSONSchema>(),
    discoveredSchema: jsonb().$type<DiscoveredStream[]>(),
    streamConfig: jsonb().$type<StreamConfig[]>().notNull().default([]),
    /** Null: no schedule. */
    scheduleUnit: text().$type<SchedulePeriod>(),
    /** The local time of its syncs. Null: the time of the first one, in UTC. */
    scheduleTiming: jsonb().$type<Timing>(),
    /** The schedule's start: later syncs keep its time and day. */
    scheduleFrom: at(),
    nextDue: at(),
    chunking: jsonb().$type<Chunking>().notNull(),
    /** Null if the model was deleted by force. */
    embeddingModelId: text().references(() => models.id, { onDelete: "set null" }),
    /** Null: the built-in store. */
    vectorDbId: text().references(() => vectorDbs.id, { onDelete: "set null" }),
    /** Where its vectors are stored. Null before the first. */
    collection: jsonb().$type<{ name: string; dimensions: number }>(),
    documentsTotal: count(),
    documentsStored: count(),
    documentsFailed: count(),
    /** Stored vectors and text. */
    storageBytes: byteCount(),
    lastSynced: at(),
    /** The connector state by stream. */
    streamState: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The worker that holds it, and until when; null: none. */
    leaseOwner: text(),
    leaseUntil: at(),
  },
  (t) => [
    index("datasources_team").on(t.teamId, t.dateCreated, t.id),
    uniqueIndex("datasources_trial").on(t.trialOf).where(sql`${t.trialOf} is not null`),
    index("datasources_model").on(t.embeddingModelId),
    index("datasources_vector_db").on(t.vectorDbId),
    index("datasources_due").on(t.nextDue).where(sql`${t.nextDue} is not null`),
  ],
);

export const datasourceJobs = pgTable(
  "datasource_jobs",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    datasourceId: belongsTo(() => datasources.id),
    kind: text({ enum: ["upload", "sync"] }).notNull(),
    /** The account that started it; null: the schedule. */
    startedBy: text(),
    status: text().$type<JobStatus>().notNull().default("queued"),
    /** Numbers of records read, and of new, changed and deleted ones. */
    records: count(),
    added: count(),
    changed: count(),
    removed: count(),
    error: text(),
    attempt: count(),
    nextRetry: at(),
    cancelRequested: boolean().notNull().default(false),
    /** When the source was read completely; null: not yet. */
    dateFetched: at(),
    dateCreated: at().notNull().defaultNow(),
    dateStarted: at(),
    dateEnded: at(),
  },
  (t) => [
    index("datasource_jobs_list").on(t.datasourceId, t.dateCreated, t.id),
    index("datasource_jobs_open").on(t.datasourceId).where(sql`${t.dateEnded} is null`),
  ],
);

/** Test questions with the expected documents. */
export const retrievalCases = pgTable(
  "retrieval_cases",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    datasourceId: belongsTo(() => datasources.id),
    query: text().notNull(),
    documentIds: text().array().notNull(),
    createdBy: text(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [index("retrieval_cases_list").on(t.datasourceId, t.dateCreated, t.id)],
);

/** Vectors of deleted or moved datasources, which a worker removes from their store. */
export const vectorsToRemove = pgTable("vectors_to_remove", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  teamId: text().notNull(),
  datasourceId: text().notNull(),
  vectorDbId: text(),
  collection: jsonb().$type<{ name: string; dimensions: number }>().notNull(),
  attempt: count(),
  nextRetry: at(),
});

/** Data of deleted datasources in an external engine, which a worker removes. */
export const sourcesToRemove = pgTable("sources_to_remove", {
  datasourceId: text().primaryKey(),
  teamId: text().notNull(),
  engine: text({ enum: ["builtin", "airbyte"] }).notNull(),
  attempt: count(),
  nextRetry: at(),
});
