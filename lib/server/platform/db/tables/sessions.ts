import { isNotNull, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { SharingConfig } from "./apps";
import type { ClientOptions } from "./client-options";
import { at, belongsTo } from "./columns";
import type { PreviewDefinition } from "./preview-definition";
import { resourceColumns } from "./resource-columns";
import type { SessionRevisions } from "./session-revisions";

/** A chat whose last run failed waits for its user, and is listed as failed. */
export const toShownStatus = (row: { lastRun: AnyPgColumn; status: AnyPgColumn }) =>
  sql`(case when ${row.lastRun}->>'status' = 'error' then 'error' else ${row.status} end)`;

/** Listed, and not only opened. */
export const hasRun = (row: { test: AnyPgColumn; status: AnyPgColumn }) =>
  sql`not ${row.test} and ${row.status} <> 'started'`;

export const sessions = pgTable(
  "sessions",
  {
    ...resourceColumns(),
    orgId: text().notNull(),
    /** Sessions outlive their app: its id and name remain as text. */
    appId: text(),
    appName: text().notNull(),
    appType: text({ enum: ["chat", "process"] }).notNull(),
    agentId: text(),
    sharingConfig: jsonb().$type<SharingConfig>().notNull(),
    status: text({ enum: ["started", "queued", "running", "waiting", "completed", "cancelled", "error"] })
      .notNull()
      .default("started"),
    lastRun: jsonb().$type<{
      status: string;
      reason: string | null;
      asks?: "budget" | "form" | "approval" | undefined;
      /** The kind of the error, such as `rate_limit`. */
      errorType?: string | undefined;
    }>(),
    trigger: text({ enum: ["chat", "api", "schedule", "webhook", "publication"] })
      .notNull()
      .default("chat"),
    variables: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Values of secret variables, sealed with this row's id. */
    secretVariables: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** The share link of a visitor's session; null for members. */
    shareId: text(),
    /** The visitor; null for members. */
    visitorId: text(),
    /** The publication that started it. */
    publicationId: text(),
    clientOptions: jsonb().$type<ClientOptions>(),
    inputTokens: bigint({ mode: "number" }).notNull().default(0),
    outputTokens: bigint({ mode: "number" }).notNull().default(0),
    /** US dollars; null if any step's price was unknown. */
    costUsd: doublePrecision().default(0),
    previewText: text().notNull().default(""),
    /** Copied from the app: finished messages after which a chat is completed. */
    maxMessages: integer().notNull().default(30),
    /** Finished user and assistant messages, excluding superseded ones. */
    messageCount: integer().notNull().default(0),
    /** Seq of the newest event; the next is this + 1, assigned under this row's lock. */
    lastSeq: bigint({ mode: "number" }).notNull().default(0),
    /** A test in the app wizard, or a preview, not listed in the history. */
    test: boolean().notNull().default(false),
    /** The unsaved definition that a preview runs. */
    preview: jsonb().$type<PreviewDefinition>(),
    /** Recorded when its first run starts, or in a test each run; later runs use the same ones. Null: the applied ones. */
    revisions: jsonb().$type<SessionRevisions>(),
  },
  (t) => [
    index("sessions_team").on(t.teamId, t.dateCreated, t.id),
    index("sessions_team_updated").on(t.teamId, t.dateUpdated, t.id),
    index("sessions_app").on(t.appId, t.dateCreated),
    index("sessions_team_status").on(t.teamId, toShownStatus(t), t.dateUpdated, t.id),
    // The last run of an app or agent.
    index("sessions_app_ran").on(t.appId, t.dateUpdated).where(hasRun(t)),
    index("sessions_agent_ran").on(t.agentId, t.dateUpdated).where(hasRun(t)),
    index("sessions_test").on(t.dateUpdated).where(sql`${t.test}`),
    index("sessions_publication").on(t.publicationId, t.dateCreated).where(isNotNull(t.publicationId)),
    index("sessions_visitor").on(t.visitorId, t.dateUpdated).where(isNotNull(t.visitorId)),
  ],
);

/** The append-only event log of a session. `supersededBy` is the seq of the rewind event that voids this one. */
export const sessionEvents = pgTable(
  "session_events",
  {
    sessionId: belongsTo(() => sessions.id),
    seq: bigint({ mode: "number" }).notNull(),
    runId: text(),
    kind: text().notNull(),
    body: jsonb().$type<unknown>().notNull(),
    /** The message's id for kind `message`, else null. */
    messageId: text(),
    supersededBy: bigint({ mode: "number" }),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.seq] }),
    index("session_events_message").on(t.messageId),
    // Offloaded bodies.
    index("session_events_shelved").on(sql`(${t.body}->>'shelved')`).where(sql`${t.body}->>'shelved' is not null`),
    // Calls that the client of a publication makes.
    index("session_events_client_call")
      .on(sql`(${t.body}->>'callId')`)
      .where(sql`${t.kind} = 'tool_call' and ${t.body}->>'client' is not null`),
    // The last calls of a tool.
    index("session_events_tool")
      .on(sql`(${t.body}->>'toolId')`, t.at)
      .where(sql`${t.kind} = 'tool_call' and ${t.body}->>'toolId' is not null`),
  ],
);

/** Text of assistant messages being generated. */
export const partialMessages = pgTable(
  "partial_messages",
  {
    messageId: text().notNull(),
    /** The length in UTF-16 units of the text before this piece. */
    start: integer().notNull().default(0),
    sessionId: belongsTo(() => sessions.id),
    runId: text().notNull(),
    /** For a process: the text's task. */
    taskId: text(),
    text: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.start] }), index("partial_messages_session").on(t.sessionId)],
);

export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    sessionId: belongsTo(() => sessions.id),
    status: text({ enum: ["queued", "running", "waiting", "completed", "cancelled", "error"] }).notNull(),
    reason: text(),
    /** The account whose rights the run has; for a visitor the app's creator. */
    principalId: text(),
    /** The API key, or the key of a publication, of the call that started it. */
    keyId: text(),
    /** Id of the request that started it, which the run's log lines include on any process. */
    requestId: text(),
    attempt: integer().notNull().default(0),
    leaseOwner: text(),
    leaseUntil: at(),
    cancelRequested: boolean().notNull().default(false),
    dateCreated: at().notNull().defaultNow(),
    dateEnded: at(),
  },
  (t) => [
    index("runs_session").on(t.sessionId, t.dateCreated),
    index("runs_active").on(t.status, t.leaseUntil),
    index("runs_team").on(t.teamId, t.status),
  ],
);

export const sessionFiles = pgTable(
  "session_files",
  {
    id: text().primaryKey(),
    sessionId: belongsTo(() => sessions.id),
    filename: text().notNull(),
    mimeType: text().notNull(),
    size: integer().notNull(),
    /** Key in file storage. */
    path: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (t) => [index("session_files_session").on(t.sessionId), index("session_files_path").on(t.path)],
);
