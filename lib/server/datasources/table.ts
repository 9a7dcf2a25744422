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
import type { DatasourceStatus, DocumentStage, JobStatus, Stage } from "@/lib/constants/datasources";
import type { SchedulePeriod } from "@/lib/constants/plans";
import type { Chunking, DiscoveredStream, StreamConfig } from "@/lib/contract/datasources";
import type { StageNote } from "@/lib/contract/documents";
import type { JsonSchema } from "../connectors/types";
import { at, resourceColumns } from "../db/columns";
import { models } from "../models/table";
import { vectorDbs } from "../vectordbs/table";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

const count = () => integer().notNull().default(0);
const big = () => bigint({ mode: "number" }).notNull().default(0);

export const datasources = pgTable(
  "datasources",
  {
    ...resourceColumns(),
    /** A trial of another chunking, of copies of this one's documents; only the test bench knows it. Null: a datasource. */
    trialOf: text().references((): AnyPgColumn => datasources.id, { onDelete: "cascade" }),
    description: text().notNull().default(""),
    /** `file`, `website` or the id of a connector. */
    sourceType: text().notNull(),
    engine: text({ enum: ["builtin", "airbyte"] })
      .notNull()
      .default("builtin"),
    status: text().$type<DatasourceStatus>().notNull(),
    statusMessage: text(),
    /** What the connector needs; secret fields sealed with this row's id. */
    config: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** What `config` is, as JSON Schema: it says which fields are secret. Null for files. */
    specification: jsonb().$type<JsonSchema>(),
    discoveredSchema: jsonb().$type<DiscoveredStream[]>(),
    streamConfig: jsonb().$type<StreamConfig[]>().notNull().default([]),
    /** Null: only by hand. */
    scheduleUnit: text().$type<SchedulePeriod>(),
    nextDue: at(),
    chunking: jsonb().$type<Chunking>().notNull(),
    /** Null once the model was deleted by force. */
    embeddingModelId: text().references(() => models.id, { onDelete: "set null" }),
    /** Null: the built-in store. */
    vectorDbId: text().references(() => vectorDbs.id, { onDelete: "set null" }),
    /** Where its vectors lie in their store. Null before the first. */
    collection: jsonb().$type<{ name: string; dimensions: number }>(),
    documentsTotal: count(),
    documentsStored: count(),
    documentsFailed: count(),
    /** Vectors and text of what is stored. */
    storageBytes: big(),
    lastSynced: at(),
    /** Where each stream's connector stopped. */
    streamState: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Who works on it, until when; null: nobody. */
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
    /** What its source knows it by. */
    key: text().notNull(),
    title: text().notNull(),
    uri: text(),
    /** A file in file storage, or null: `content` is all there is. */
    fileKey: text(),
    filename: text(),
    content: jsonb().$type<unknown>(),
    /** Of what was fetched: the same again changes nothing. */
    contentHash: text().notNull(),
    /** For filters. */
    fields: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    stage: text().$type<DocumentStage>().notNull().default("fetched"),
    /** What failed, and where to go on. */
    failedStage: text().$type<Stage>(),
    error: text(),
    attempt: count(),
    nextRetry: at(),
    /** Of each stage what was done: see `StageNote`. */
    stages: jsonb().$type<Partial<Record<Stage, StageNote>>>().notNull().default({}),
    /** Counts what was fetched of it. Chunks of another generation than `served` are found by nobody. */
    generation: integer().notNull().default(1),
    served: integer(),
    chunkCount: count(),
    /** How many of them the store has. */
    storedChunks: count(),
    /** What its vectors and texts count for. */
    storageBytes: big(),
    /** Of what was fetched. */
    bytes: big(),
    /** Its source has it no more: chunks and vectors are removed, then this row. */
    gone: boolean().notNull().default(false),
    /** The newest job that met it. */
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
    /** Where it begins and ends in the text of its document. */
    start: integer().notNull(),
    stop: integer().notNull(),
    page: integer(),
    /** Where it ends, if that is another page. */
    lastPage: integer(),
    headings: text().array().notNull().default([]),
    /** Of the text: two alike are embedded once. */
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

/** Vectors by text, so that the same text is not paid for twice. */
export const embeddings = pgTable(
  "embeddings",
  {
    teamId: text().notNull(),
    /** Of the model: see `fingerprintOf`. */
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
    /** Who asked for it; null: the schedule. */
    startedBy: text(),
    status: text().$type<JobStatus>().notNull().default("queued"),
    /** What was read, and of it what was new, changed, gone. */
    records: count(),
    added: count(),
    changed: count(),
    removed: count(),
    error: text(),
    attempt: count(),
    nextRetry: at(),
    cancelRequested: boolean().notNull().default(false),
    /** All that the source has was fetched; null: not yet. */
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

/** Questions with the documents that should be found: the test bench. */
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

/** Vectors whose datasource is gone or has moved: a worker removes them from their store. */
export const vectorsToRemove = pgTable("vectors_to_remove", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  teamId: text().notNull(),
  datasourceId: text().notNull(),
  vectorDbId: text(),
  collection: jsonb().$type<{ name: string; dimensions: number }>().notNull(),
  attempt: count(),
  nextRetry: at(),
});

/** What an external engine keeps of a datasource that is gone: a worker has it removed. */
export const sourcesToRemove = pgTable("sources_to_remove", {
  datasourceId: text().primaryKey(),
  teamId: text().notNull(),
  engine: text({ enum: ["builtin", "airbyte"] }).notNull(),
  attempt: count(),
  nextRetry: at(),
});
