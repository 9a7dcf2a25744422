import { isNotNull, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { DatasourceStatus, DocumentStage, JobStatus, Stage } from "@/lib/constants/datasources";
import type { SchedulePeriod } from "@/lib/constants/plans";
import type { Chunking, DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/schemas";
import type { StageNote } from "@/lib/contract/documents/schemas";
import { at, resourceColumns } from "./columns";
import { models } from "./models";
import { vectorDbs } from "./vector-dbs";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const count = () => integer().notNull().default(0);
const big = () => bigint({ mode: "number" }).notNull().default(0);

export const datasources = pgTable(
  "datasources",
  {
    ...resourceColumns(),
    /** For a trial of other chunking settings: its datasource. Trials are visible only on the test bench. */
    trialOf: text().references((): AnyPgColumn => datasources.id, { onDelete: "cascade" }),
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
    storageBytes: big(),
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

export const documents = pgTable(
  "documents",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    datasourceId: text()
      .notNull()
      .references(() => datasources.id, { onDelete: "cascade" }),
    /** Empty for uploads. */
    stream: text().notNull().default(""),
    /** The record's key in its source. */
    key: text().notNull(),
    title: text().notNull(),
    uri: text(),
    /** The key in file storage; null: only `content`. */
    fileKey: text(),
    filename: text(),
    content: jsonb().$type<unknown>(),
    /** Hash of the fetched content, to detect changes. */
    contentHash: text().notNull(),
    /** For filters. */
    fields: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    stage: text().$type<DocumentStage>().notNull().default("fetched"),
    /** The failed stage, where processing resumes. */
    failedStage: text().$type<Stage>(),
    error: text(),
    attempt: count(),
    nextRetry: at(),
    /** What each stage has done: see `StageNote`. */
    stages: jsonb().$type<Partial<Record<Stage, StageNote>>>().notNull().default({}),
    /** Incremented with each fetched version. Searches find only chunks of the generation `served`. */
    generation: integer().notNull().default(1),
    served: integer(),
    chunkCount: count(),
    /** Number of chunks in the store. */
    storedChunks: count(),
    /** Storage used by its vectors and texts. */
    storageBytes: big(),
    /** Size of the fetched content. */
    bytes: big(),
    /** Deleted in its source: chunks and vectors are removed, then this row. */
    gone: boolean().notNull().default(false),
    /** The last job that saw it. */
    seenBy: text(),
    sourceDate: at(),
    dateCreated: at().notNull().defaultNow(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [
    index("documents_list").on(t.datasourceId, t.dateCreated, t.id),
    index("documents_stage").on(t.datasourceId, t.stage),
    index("documents_file").on(t.fileKey).where(isNotNull(t.fileKey)),
    index("documents_key").on(t.datasourceId, t.stream, sql`md5(${t.key})`),
    index("documents_open")
      .on(t.datasourceId, t.id)
      .where(sql`${t.gone} or ${t.stage} not in ('stored', 'failed', 'skipped')`),
  ],
);

export const chunks = pgTable(
  "chunks",
  {
    documentId: text()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    generation: integer().notNull(),
    position: integer().notNull(),
    teamId: text().notNull(),
    datasourceId: text().notNull(),
    text: text().notNull(),
    /** Start and end offsets in the document's text. */
    start: integer().notNull(),
    stop: integer().notNull(),
    page: integer(),
    /** The page of its end, if different. */
    lastPage: integer(),
    headings: text().array().notNull().default([]),
    /** Hash of the text: equal ones are embedded once. */
    hash: text().notNull(),
    words: tsvector()
      .notNull()
      .generatedAlwaysAs((): ReturnType<typeof sql> => sql`to_tsvector('english', ${sql.identifier("text")})`),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.generation, t.position] }),
    index("chunks_words").using("gin", t.words),
    index("chunks_datasource").on(t.datasourceId),
  ],
);

/** A cache of vectors by text, so that equal texts are embedded only once. */
export const embeddings = pgTable(
  "embeddings",
  {
    teamId: text().notNull(),
    /** The model: see `computeFingerprint`. */
    model: text().notNull(),
    hash: text().notNull(),
    /** 32-bit floats. */
    vector: bytes().notNull(),
    lastUsed: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.model, t.hash] }), index("embeddings_used").on(t.lastUsed)],
);

export const datasourceJobs = pgTable(
  "datasource_jobs",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    datasourceId: text()
      .notNull()
      .references(() => datasources.id, { onDelete: "cascade" }),
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
    datasourceId: text()
      .notNull()
      .references(() => datasources.id, { onDelete: "cascade" }),
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
