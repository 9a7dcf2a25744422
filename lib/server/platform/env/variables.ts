import { z } from "zod";
import { trialDays } from "@/lib/constants/limits";
import { Plan } from "@/lib/constants/plan-names";
import {
  address,
  choice,
  contactLink,
  httpAddress,
  limit,
  list,
  nameServers,
  origin,
  port,
  positiveNumber,
  toggle,
  wholeNumber,
} from "./env-fields";
import { storageUrl } from "./storage-url";
import { telemetryFields } from "./telemetry-fields";

/** All environment variables that Muster reads, except the prices of Stripe. */
export const variables = z.object({
  NODE_ENV: choice(["development", "production", "test"]).default("development"),
  /** The build folder, as in next.config.ts. */
  NEXT_DIST_DIR: z.string().default(".next"),
  PORT: port(3_000),
  HOST: z.string().optional(),
  APP_URL: origin.optional(),
  DATA_DIR: z.string().default(".data"),
  MODELS_DIR: z.string().optional(),
  UPLOADS_DIR: z.string().default("./uploads"),
  REGISTRATION: choice(["open", "invite", "closed"]).default("open"),
  ALLOWED_EMAIL_DOMAINS: list,
  RATE_LIMIT_SCALE: positiveNumber(1),
  DATABASE_URL: address("postgres", "postgresql").optional(),
  /** The same database without the pooler at DATABASE_URL, which may then assign connections by transaction. */
  DATABASE_DIRECT_URL: address("postgres", "postgresql").optional(),
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  /** Qdrant as the vector store of all machines. Default: a folder in DATA_DIR. */
  VECTORS_URL: httpAddress
    .refine((text) => {
      const url = URL.parse(text);
      return !url?.search && !url?.hash && !url?.username && !url?.password;
    }, "must be a URL without a username, query or fragment. Use VECTORS_API_KEY for the key")
    .optional(),
  VECTORS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, "must contain only printable ASCII characters without spaces")
    .optional(),
  WORKER: toggle(true),
  SMTP_URL: address("smtp", "smtps").optional(),
  MAIL_FROM: z.string().optional(),
  OUTBOUND_ALLOW: list,
  /** Asked for the TXT records that prove domains; default: the system's. */
  DNS_SERVERS: nameServers,
  TRUST_PROXY: toggle(false),
  OPENAI_BASE_URL: httpAddress.optional(),
  ANTHROPIC_BASE_URL: httpAddress.optional(),
  GROQ_BASE_URL: httpAddress.optional(),
  GOOGLE_BASE_URL: httpAddress.optional(),
  VERTEX_BASE_URL: httpAddress.optional(),
  AIRTABLE_BASE_URL: httpAddress.optional(),
  NOTION_BASE_URL: httpAddress.optional(),
  HUBSPOT_BASE_URL: httpAddress.optional(),
  GOOGLE_DRIVE_BASE_URL: httpAddress.optional(),
  BIGQUERY_BASE_URL: httpAddress.optional(),
  MICROSOFT_GRAPH_BASE_URL: httpAddress.optional(),
  MICROSOFT_LOGIN_BASE_URL: httpAddress.optional(),
  /** Replaces the URLs of all languages. */
  WIKIPEDIA_URL: httpAddress.optional(),
  ARXIV_URL: httpAddress.default("https://export.arxiv.org"),
  FASTEMBED_WEIGHTS_URL: httpAddress.default("https://storage.googleapis.com/qdrant-fastembed"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: origin.optional(),
  /** Days of a new organization's trial, if Stripe is configured; 0: none. */
  TRIAL_DAYS: wholeNumber(trialDays),
  /** Contact link of the Enterprise plan. */
  BILLING_CONTACT: contactLink.optional(),
  DEFAULT_PLAN: choice([Plan.FREE, Plan.PRO, Plan.TEAMS, Plan.ENTERPRISE]).default(Plan.ENTERPRISE),
  AIRBYTE_API_URL: httpAddress.optional(),
  AIRBYTE_CLIENT_ID: z.string().optional(),
  AIRBYTE_CLIENT_SECRET: z.string().optional(),
  /** The PostgreSQL database to which Airbyte writes and from which Muster reads. */
  AIRBYTE_LANDING_URL: address("postgres", "postgresql").optional(),
  /** Default: the first workspace visible to the credentials. */
  AIRBYTE_WORKSPACE_ID: z.string().optional(),
  /** Default: created by Muster from AIRBYTE_LANDING_URL. */
  AIRBYTE_DESTINATION_ID: z.string().optional(),
  /** The bucket for files, instead of UPLOADS_DIR. */
  STORAGE_URL: storageUrl.optional(),
  /** Read by the client library of S3. They are here for the log, which redacts secrets of the environment. */
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_OAUTH_BASE: httpAddress.optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_OAUTH_BASE: httpAddress.optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  HUBSPOT_CLIENT_ID: z.string().optional(),
  HUBSPOT_CLIENT_SECRET: z.string().optional(),
  /** Number of automatic backups before migrations to keep; 0: none. */
  MIGRATION_BACKUPS: wholeNumber(3),
  /** Days after which events of finished sessions are deleted; 0: never. */
  SESSION_EVENTS_DAYS: wholeNumber(0),
  /** Megabytes of free disk below which writes are refused; 0: none. */
  DISK_RESERVE_MB: wholeNumber(256),
  /** The host at which other processes reach this one. Unset: there are none, or a load balancer keeps clients on one process. */
  PEER_HOST: z
    .string()
    .refine(
      (host) => !["0.0.0.0", "::", "[::]", "*"].includes(host),
      "must be a specific address of this machine, not a wildcard such as 0.0.0.0",
    )
    .optional(),
  /** Its port; 0: assigned by the system. */
  PEER_PORT: wholeNumber(0),
  /** Database connections of this process, in addition to one that listens. */
  DATABASE_POOL_SIZE: limit(10),
  /** Concurrent runs of this process. */
  WORKER_MAX_RUNS: limit(1_000),
  /** Concurrent runs of a team, on all processes. Further ones are queued. */
  TEAM_MAX_RUNNING: limit(300),
  /** Queued runs of a team. Further ones are rejected. */
  TEAM_MAX_QUEUED: limit(300),
  /** Open event streams of a team on this process. */
  TEAM_MAX_STREAMS: limit(2_000),
  /** The bearer token of `/metrics`. */
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /** Where a process serves its `/metrics` and health, in addition to PORT; 0: nowhere. */
  METRICS_PORT: port(0),
  ...telemetryFields,
  LOG_LEVEL: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

const stripePriceNames = ["PRO", "TEAMS", "USERS_ADDON", "STORAGE_ADDON", "ENTERPRISE"];

/** The names of all variables that Muster reads. */
export const listVariables = (): string[] => [
  ...Object.keys(variables.shape),
  ...stripePriceNames.map((name) => `STRIPE_PRICE_${name}`),
];

/** Set together or not at all. */
export const pairs: [keyof z.infer<typeof variables>, keyof z.infer<typeof variables>][] = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["AIRBYTE_API_URL", "AIRBYTE_LANDING_URL"],
  ["AIRBYTE_CLIENT_ID", "AIRBYTE_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["HUBSPOT_CLIENT_ID", "HUBSPOT_CLIENT_SECRET"],
];
