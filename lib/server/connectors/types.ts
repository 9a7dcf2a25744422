import type { LookupAddress } from "node:dns";
import type { Logger } from "pino";
import type { z } from "zod";
import type { ConnectorId } from "@/lib/constants/connectors";
import type { OutboundLimits } from "../outbound/outbound";
import type { ConnectorError } from "./errors";

export type SourceId = ConnectorId | "website";
export type JsonSchema = z.core.JSONSchema.JSONSchema;
export type ReadMode = "full" | "incremental";

export interface StreamField {
  name: string;
  /** The service's own word, shown to people: "text", "timestamp with time zone", "multi_select". */
  type: string;
}

export interface DiscoveredStream {
  name: string;
  /** What people see, where the name is an id. */
  title?: string;
  fields: StreamField[];
  primaryKeys: string[];
  /** Fields that grow with every change; the first is the best guess. Empty: full reads only, or the service keeps its own. */
  cursorFields: string[];
  modes: ReadMode[];
}

/** What a person chose of a discovered stream. */
export interface StreamChoice {
  name: string;
  mode: ReadMode;
  /** Absent: all, also those that come later. */
  fields?: string[];
  /** Absent: the stream's own. */
  primaryKeys?: string[];
  cursorField?: string;
}

export interface RecordMessage {
  type: "record";
  /** The same for the same thing in every read of the stream. */
  key: string;
  title: string | null;
  /** Where a person sees it; null when it has no address. */
  uri: string | null;
  updatedAt?: Date;
  /** JSON values only. null: the record is a file or a text. */
  data: Record<string, unknown> | null;
  /** In ctx.tmpFolder; whoever takes the message removes it. */
  file?: { path: string; filename: string };
  /** In Markdown. Stands in place of the text that is made of `data`. */
  text?: string;
}

export type Message =
  | RecordMessage
  /** They exist, and nothing new is told of them. Keys that are not known yet are to be passed over. */
  | { type: "unchanged"; keys: string[] }
  /** It exists but could not be read: what is stored of it stays. */
  | { type: "failed"; key: string; title: string | null; uri: string | null; error: ConnectorError }
  | { type: "deleted"; key: string }
  /** Everything told before is covered by it: store that first, then this. A read that is given it continues here. */
  | { type: "state"; state: unknown }
  /** The last message. `complete`: this very call told every key that exists, so what it did not tell is gone. */
  | { type: "end"; complete: boolean };

/** Base addresses in place of the services' own, for gateways and tests. Absent: the service's own. */
export interface Places {
  airtable?: string;
  notion?: string;
  hubspot?: string;
  googleDrive?: string;
  bigquery?: string;
  /** Google's sign-in: `/token` below it. */
  googleOAuth?: string;
  microsoftGraph?: string;
  /** Microsoft's sign-in: `/{tenant}/oauth2/v2.0/token` below it. */
  microsoftLogin?: string;
}

export interface ConnectorContext {
  /** Guarded (lib/server/outbound), for small answers of JSON. */
  fetch: typeof fetch;
  /** The same with other limits, such as the size of a file. */
  fetchWith: (limits: OutboundLimits) => typeof fetch;
  /** For a client that takes no fetch: checks a host and gives the address to dial in its place. */
  resolveAndPin: (host: string, port: number) => Promise<LookupAddress>;
  places: Places;
  signal: AbortSignal;
  /** The team whose data is read. */
  owner: string;
  log: Logger;
  /** Exists; removed with all that is in it by whoever made the context. */
  tmpFolder: string;
  /** Of one file, from the plan. A larger one is told as `failed`. */
  maxFileBytes: number;
  /** Multiplies the pauses between requests (not those that a service asks for); tests give 0. Absent: 1. */
  pace?: number;
  /** Stores settings that the service replaced, such as a rotated refresh token, before it resolves. */
  keep?: (changes: Record<string, unknown>) => Promise<void>;
}

/** What each connector's file gives; `defineConnector` makes a Connector of it. */
export interface Definition<Settings> {
  id: SourceId;
  /**
   * Becomes the specification. Each field has `.meta({ title, description })`; secrets `format: "password"`, long texts
   * `format: "textarea"`. The form keeps the fields' order. Throw away nothing of a person's words: trim, then check.
   */
  settings: z.ZodType<Settings, Record<string, unknown>>;
  /** Where the secrets go: a changed value needs them entered again. Dotted, as `host`. */
  addresses?: readonly string[];
  check: (settings: Settings, ctx: ConnectorContext) => Promise<void>;
  discover: (settings: Settings, ctx: ConnectorContext) => Promise<DiscoveredStream[]>;
  /** `state` is what a state message gave, through JSON, of whatever version of Muster; what cannot be read counts as none. */
  read: (settings: Settings, stream: StreamChoice, state: unknown, ctx: ConnectorContext) => AsyncIterable<Message>;
  /**
   * Tells things once more that could not be read, whatever a state says of them; nothing of what it cannot ask for alone.
   * Absent: a read tells them again by itself.
   */
  again?: (settings: Settings, stream: StreamChoice, keys: string[], ctx: ConnectorContext) => AsyncIterable<Message>;
  /** Of keys that a complete read did not tell, those that are gone for sure. Absent: all of them. */
  gone?: (settings: Settings, stream: StreamChoice, keys: string[], ctx: ConnectorContext) => Promise<string[]>;
  /** The service's own errors in words; undefined for what it does not know. Secrets are cut out afterwards. */
  failureOf?: (error: unknown) => ConnectorError | undefined;
}

/** All failures are ConnectorErrors, but for the reason of an abort. */
export interface Connector {
  /** A SourceId, or that of an external engine's source. */
  id: string;
  /** Secret fields have `"format": "password"`, `x-order` is their place in the form. */
  specification: JsonSchema;
  addresses: readonly string[];
  /** Throws 400 with one issue a field, or gives the settings as they are to be stored (trimmed, unknown fields dropped). */
  parse(config: Record<string, unknown>): Record<string, unknown>;
  check(config: Record<string, unknown>, ctx: ConnectorContext): Promise<void>;
  discover(config: Record<string, unknown>, ctx: ConnectorContext): Promise<DiscoveredStream[]>;
  read(
    config: Record<string, unknown>,
    stream: StreamChoice,
    state: unknown,
    ctx: ConnectorContext,
  ): AsyncIterable<Message>;
  again?(
    config: Record<string, unknown>,
    stream: StreamChoice,
    keys: string[],
    ctx: ConnectorContext,
  ): AsyncIterable<Message>;
  gone(config: Record<string, unknown>, stream: StreamChoice, keys: string[], ctx: ConnectorContext): Promise<string[]>;
}
