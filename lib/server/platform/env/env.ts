import { join, resolve } from "node:path";
import { z } from "zod";
import { trialDays } from "@/lib/constants/limits";
import { Plan } from "@/lib/constants/plan-names";
import {
  address,
  choice,
  contactLink,
  httpAddress,
  list,
  nameServers,
  origin,
  port,
  positiveNumber,
  toggle,
  wholeNumber,
} from "./env-fields";

const schema = z.object({
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
  APP_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
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
  STORAGE_URL: address("s3", "gs").optional(),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  LOG_LEVEL: choice(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

/** Set together or not at all. */
const pairs: [keyof z.infer<typeof schema>, keyof z.infer<typeof schema>][] = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["AIRBYTE_API_URL", "AIRBYTE_LANDING_URL"],
  ["AIRBYTE_CLIENT_ID", "AIRBYTE_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  ["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  ["HUBSPOT_CLIENT_ID", "HUBSPOT_CLIENT_SECRET"],
];

/** Values are not in the message, because they may be secrets. */
export class EnvironmentError extends Error {
  constructor(readonly sentences: string[]) {
    super(`Muster can't start with this environment:\n${sentences.map((sentence) => `  - ${sentence}`).join("\n")}`);
    this.name = "EnvironmentError";
  }
}

/** Validates environment variables; an empty one counts as not set. Throws EnvironmentError. */
export function parseEnv(variables: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const result = schema.safeParse(set);
  const sentences = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`);
  for (const [one, other] of pairs) {
    if (Boolean(set[one]) === Boolean(set[other])) continue;
    sentences.push(
      set[one] ? `${one} is set, so ${other} must also be set.` : `${other} is set, so ${one} must also be set.`,
    );
  }
  if (!result.success || sentences.length > 0) throw new EnvironmentError(sentences);
  const values = result.data;
  const appUrl = values.APP_URL ?? `http://localhost:${values.PORT}`;
  const dataDir = resolve(/* turbopackIgnore: true */ values.DATA_DIR);
  return {
    ...values,
    APP_URL: appUrl,
    /** If false, every loopback host on PORT is same-origin. */
    appUrlIsSet: values.APP_URL !== undefined,
    DATA_DIR: dataDir,
    MODELS_DIR: values.MODELS_DIR ? resolve(/* turbopackIgnore: true */ values.MODELS_DIR) : join(dataDir, "models"),
    UPLOADS_DIR: resolve(/* turbopackIgnore: true */ values.UPLOADS_DIR),
    MAIL_FROM: values.MAIL_FROM ?? `Muster <muster@${new URL(appUrl).hostname}>`,
    /** `STRIPE_PRICE_*` by suffix, e.g. `PRO`. */
    stripePrices: Object.fromEntries(
      Object.entries(set).flatMap(([name, value]) =>
        name.startsWith("STRIPE_PRICE_") && value ? [[name.slice("STRIPE_PRICE_".length), value] as const] : [],
      ),
    ) satisfies Record<string, string>,
    isProduction: values.NODE_ENV === "production",
  };
}

export type Env = Readonly<ReturnType<typeof parseEnv>>;

let cached: Env | undefined;

/** The environment, read once. */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Returns a function that creates a value on its first call, and again for a new environment. */
export function fromEnv<T>(create: (set: Env) => T): () => T {
  let created: { from: Env; value: T } | undefined;
  return () => {
    const set = env();
    if (created?.from !== set) created = { from: set, value: create(set) };
    return created.value;
  };
}

/** For tests: the next `env()` reads again. */
export function forgetEnv(): void {
  cached = undefined;
}
