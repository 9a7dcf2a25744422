import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type PublicationWay, publicationWays, type WebhookPreset } from "@/lib/constants/publications";
import type { WebhookMode } from "@/lib/constants/webhooks";
import { apps } from "./apps";
import { at, belongsTo } from "./columns";
import { resourceColumns } from "./resource-columns";

/** The ways that are on, with their settings. */
export interface PublicationWays
  extends Partial<Record<Exclude<PublicationWay, "mcp" | "webhook">, Record<never, never>>> {
  /** `description`: of the tool, instead of the app's. */
  mcp?: { description?: string };
  webhook?: { preset: WebhookPreset };
}

/** How an event becomes the input of a run, by JSON pointers. */
export interface WebhookMapping {
  /** Null: the whole payload as JSON. */
  message: string | null;
  variables: Record<string, string>;
}

/** Settings of the webhook that turning it off keeps. */
export interface WebhookSettings {
  /** Absent: the `message` and `variables` of the payload, otherwise the payload as JSON. */
  mapping?: WebhookMapping | undefined;
  mode?: WebhookMode | undefined;
  syncSeconds?: number | undefined;
  callbackUrl?: string | undefined;
}

/** A secret, sealed with the publication's id. */
export interface WebhookSecret {
  sealed: string;
  /** When it was replaced, plus the time for rotating; null: the current one. */
  expires: string | null;
}

/** An app that other programs can use. */
export const publications = pgTable(
  "publications",
  {
    ...resourceColumns(),
    appId: belongsTo(() => apps.id),
    enabled: boolean().notNull().default(true),
    ways: jsonb().$type<PublicationWays>().notNull().default({}),
    webhook: jsonb().$type<WebhookSettings>().notNull().default({}),
    webhookSecrets: jsonb().$type<WebhookSecret[]>().notNull().default([]),
    /** With which a website signs its visitors' identities. */
    identitySecrets: jsonb().$type<WebhookSecret[]>().notNull().default([]),
    /** The revision to which it is pinned, of a chat app's agent or of the process; null: the applied one. */
    revision: integer(),
    /** The agent or process to which that number belongs. */
    revisionOf: text(),
    /** The account whose rights its runs have. */
    principalId: text().notNull(),
    /** Of websites that may embed the app or call it from a browser. Empty: none. */
    origins: text().array().notNull().default([]),
    /** Calls per minute. */
    rate: integer().notNull(),
    /** Runs at the same time. */
    concurrency: integer().notNull(),
    /** Bytes of a request. */
    maxBytes: integer().notNull(),
  },
  (t) => [index("publications_team").on(t.teamId, t.dateCreated, t.id), index("publications_app").on(t.appId)],
);

/** Only the SHA-256 of a key is stored. */
export const publicationKeys = pgTable(
  "publication_keys",
  {
    id: text().primaryKey(),
    publicationId: belongsTo(() => publications.id),
    name: text().notNull(),
    hash: text().notNull(),
    prefix: text().notNull(),
    createdBy: text(),
    /** Limits of this key, within those of the publication; null: those. */
    rate: integer(),
    concurrency: integer(),
    maxBytes: integer(),
    lastUsed: at(),
    /** While it is replaced by another one; null: never. */
    expires: at(),
    revoked: at(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("publication_keys_hash").on(t.hash),
    index("publication_keys_publication").on(t.publicationId, t.dateCreated),
  ],
);

export const publicationCallStatuses = ["running", "completed", "waiting", "cancelled", "error", "refused"] as const;

/** The calls of a publication, for its log. They outlast the publication until they are pruned. */
export const publicationCalls = pgTable(
  "publication_calls",
  {
    id: text().primaryKey(),
    teamId: text().notNull(),
    publicationId: text().notNull(),
    keyId: text(),
    /** With which a client called for a person. */
    grantId: text(),
    way: text({ enum: publicationWays }).notNull(),
    status: text({ enum: publicationCallStatuses }).notNull(),
    httpStatus: integer(),
    latencyMs: integer(),
    /** US dollars; null: unknown or not yet known. */
    costUsd: doublePrecision(),
    sessionId: text(),
    runId: text(),
    error: text(),
    at: at().notNull().defaultNow(),
  },
  (t) => [
    index("publication_calls_publication").on(t.publicationId, t.at, t.id),
    index("publication_calls_run").on(t.runId),
    index("publication_calls_at").on(t.at),
  ],
);
