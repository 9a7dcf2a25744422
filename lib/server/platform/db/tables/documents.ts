import { isNotNull, sql } from "drizzle-orm";
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { DocumentStage, Stage } from "@/lib/constants/datasources";
import type { StageNote } from "@/lib/contract/documents/schemas";
import { at, belongsTo, byteCount, count } from "./columns";
import { datasources } from "./datasources";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const documents = pgTable(
  "documents",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    datasourceId: belongsTo(() => datasources.id),
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
    storageBytes: byteCount(),
    /** Size of the fetched content. */
    bytes: byteCount(),
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
    documentId: belongsTo(() => documents.id),
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
