import type { LookupAddress } from "node:dns";
import type { Logger } from "pino";
import type { z } from "zod";
import type { ConnectorId } from "@/lib/constants/connectors";
import type { OutboundLimits } from "../../../platform/outbound/outbound";
import type { ConnectorError } from "./errors";

export type SourceId = ConnectorId | "website";
export type JsonSchema = z.core.JSONSchema.JSONSchema;
export type ReadMode = "full" | "incremental";

interface StreamField {
  name: string;
  /** The service's type name, shown to users: "text", "timestamp with time zone", "multi_select". */
  type: string;
}

export interface DiscoveredStream {
  name: string;
  /** The label, when the name is an id. */
  title?: string;
  fields: StreamField[];
  primaryKeys: string[];
  /** Candidate cursor fields; the first is the default. Empty: full refresh only, or the service tracks changes itself. */
  cursorFields: string[];
  modes: ReadMode[];
}

/** The user's configuration of a discovered stream. */
export interface StreamChoice {
  name: string;
  mode: ReadMode;
  /** Absent: all, including fields added later. */
  fields?: string[];
  /** Absent: the stream's own. */
  primaryKeys?: string[];
  cursorField?: string;
}

export interface RecordMessage {
  type: "record";
  /** Identifies the record in every read of the stream. */
  key: string;
  title: string | null;
  /** The URL for users; null when there is none. */
  uri: string | null;
  updatedAt?: Date;
  /** JSON values only. null: the record is a file or a text. */
  data: Record<string, unknown> | null;
  /** In ctx.tmpFolder; the consumer of the message removes it. */
  file?: { path: string; filename: string };
  /** Markdown. Replaces the text rendered from `data`. */
  text?: string;
}

export type Message =
  | RecordMessage
  /** These still exist without changes. Ignore unknown keys. */
  | { type: "unchanged"; keys: string[] }
  /** Exists but could not be read: its stored content is retained. */
  | { type: "failed"; key: string; title: string | null; uri: string | null; error: ConnectorError }
  | { type: "deleted"; key: string }
  /** A checkpoint that covers everything emitted before: store that first, then this. A read resumes from it. */
  | { type: "state"; state: unknown }
  /** The last message. `complete`: this call emitted every existing key, so all others were deleted. */
  | { type: "end"; complete: boolean };

/** Overrides of the services' base URLs, for gateways and tests. Absent: the service's own. */
export interface Endpoints {
  airtable?: string;
  notion?: string;
  hubspot?: string;
  googleDrive?: string;
  bigquery?: string;
  /** Google's token endpoint: `/token` below it. */
  googleOAuth?: string;
  microsoftGraph?: string;
  /** Microsoft's token endpoint: `/{tenant}/oauth2/v2.0/token` below it. */
  microsoftLogin?: string;
}

export interface ConnectorContext {
  /** Guarded (lib/server/platform/outbound), for small JSON responses. */
  fetch: typeof fetch;
  /** The same with other limits, such as the size of a file. */
  fetchWith: (limits: OutboundLimits) => typeof fetch;
  /** For a client that accepts no fetch: checks a host and returns the address to dial. */
  resolveAndPin: (host: string, port: number) => Promise<LookupAddress>;
  places: Endpoints;
  signal: AbortSignal;
  /** The team whose data is read. */
  owner: string;
  log: Logger;
  /** An existing folder; the creator of the context removes it with its contents. */
  tmpFolder: string;
  /** Per file, from the plan. Larger files are reported as `failed`. */
  maxFileBytes: number;
  /** Scales the pauses between requests (not Retry-After); tests pass 0. Absent: 1. */
  pace?: number;
  /** Stores settings that the service replaced, such as a rotated refresh token, before it resolves. */
  keep?: (changes: Record<string, unknown>) => Promise<void>;
}

/** A connector's definition; `defineConnector` makes a Connector of it. */
export interface Definition<Settings> {
  id: SourceId;
  /**
   * The settings' schema, from which the specification is derived. Each field has `.meta({ title, description })`; secrets
   * `format: "password"`, long texts `format: "textarea"`. The form preserves the field order. Trim before validating.
   */
  settings: z.ZodType<Settings, Record<string, unknown>>;
  /** Settings that determine where secrets are sent: changing one requires the secrets again. Dotted paths. */
  addresses?: readonly string[];
  check: (settings: Settings, ctx: ConnectorContext) => Promise<void>;
  discover: (settings: Settings, ctx: ConnectorContext) => Promise<DiscoveredStream[]>;
  /** `state` comes from a state message of any Muster version, as JSON; an invalid one counts as none. */
  read: (settings: Settings, stream: StreamChoice, state: unknown, ctx: ConnectorContext) => AsyncIterable<Message>;
  /**
   * Retries single items that could not be read, independently of any state; emits nothing for items that cannot be requested
   * individually. Absent: a read emits them again automatically.
   */
  retry?: (settings: Settings, stream: StreamChoice, keys: string[], ctx: ConnectorContext) => AsyncIterable<Message>;
  /** Of the keys missing from a complete read, those that are certainly deleted. Absent: all of them. */
  findDeleted?: (settings: Settings, stream: StreamChoice, keys: string[], ctx: ConnectorContext) => Promise<string[]>;
  /** Converts the service's errors; undefined for unknown ones. Secrets are redacted afterwards. */
  convertError?: (error: unknown) => ConnectorError | undefined;
}

/** All failures are ConnectorErrors, except the reason of an abort. */
export interface Connector {
  /** A SourceId, or the id of an external engine's source. */
  id: string;
  /** Secret fields have `"format": "password"`; `x-order` is their position in the form. */
  specification: JsonSchema;
  addresses: readonly string[];
  /** Throws 400 with one issue per field, or returns the settings to store (trimmed, unknown fields dropped). */
  parse(config: Record<string, unknown>): Record<string, unknown>;
  check(config: Record<string, unknown>, ctx: ConnectorContext): Promise<void>;
  discover(config: Record<string, unknown>, ctx: ConnectorContext): Promise<DiscoveredStream[]>;
  read(
    config: Record<string, unknown>,
    stream: StreamChoice,
    state: unknown,
    ctx: ConnectorContext,
  ): AsyncIterable<Message>;
  retry?(
    config: Record<string, unknown>,
    stream: StreamChoice,
    keys: string[],
    ctx: ConnectorContext,
  ): AsyncIterable<Message>;
  findDeleted(
    config: Record<string, unknown>,
    stream: StreamChoice,
    keys: string[],
    ctx: ConnectorContext,
  ): Promise<string[]>;
}
