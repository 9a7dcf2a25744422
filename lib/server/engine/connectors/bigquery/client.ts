import { z } from "zod";
import { withAccessToken } from "../oauth/access";
import { createServiceAccountAccess } from "../oauth/google-access";
import { parseResponse, readJsonResponse } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import { throwOnErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { BigquerySettings } from "./settings";

const service = "Google BigQuery";
const defaultUrl = "https://bigquery.googleapis.com";
const scopes = ["https://www.googleapis.com/auth/bigquery"];
/** BigQuery waits up to 10 seconds for a job. Each value of a row is wrapped in an object. */
const limits = jsonLimits({ headersTimeoutMs: 60_000, maxJsonEntries: 100_000 });

interface ClientRequest {
  method?: string;
  uri: string;
  qs?: Record<string, unknown>;
  json?: unknown;
}

/** Client options that are not request parameters. */
const clientOptions = new Set(["autoPaginate", "maxApiCalls", "autoPaginateVal"]);

async function sendRequest(
  send: typeof fetch,
  { method = "GET", uri, qs = {}, json }: ClientRequest,
): Promise<unknown> {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(qs))
    if (value !== undefined && !clientOptions.has(name)) url.searchParams.set(name, String(value));
  const response = await send(url, {
    method,
    headers: { accept: "application/json", ...(json !== undefined && { "content-type": "application/json" }) },
    body: json === undefined ? undefined : JSON.stringify(json),
  });
  return readJsonResponse(z.object({}).loose(), response, service);
}

/** The client opens its own connections and follows the environment's proxies and emulator: this replaces its transport. */
const createTransport =
  (send: typeof fetch) =>
  (request: ClientRequest, callback: (error: unknown, body?: unknown) => void): void => {
    sendRequest(send, request).then(
      (body) => callback(null, body),
      (error) => callback(error),
    );
  };

const keyFile = z.object({ project_id: z.string().optional() });

function findProjectId(credentials: string): string | undefined {
  try {
    return keyFile.safeParse(JSON.parse(credentials)).data?.project_id;
  } catch {
    return undefined;
  }
}

const field = z.object({ name: z.string(), type: z.string(), mode: z.string().default("NULLABLE") });
const table = z.object({
  type: z.string().default("TABLE"),
  schema: z.object({ fields: z.array(field).default([]) }).default({ fields: [] }),
  tableConstraints: z.object({ primaryKey: z.object({ columns: z.array(z.string()) }).optional() }).optional(),
  location: z.string().optional(),
});
export type BigqueryTable = z.output<typeof table>;

const results = z.object({
  jobComplete: z.boolean().default(true),
  totalRows: z.coerce.number().default(0),
});

export interface JobRef {
  id: string;
  location?: string | undefined;
}

/** Google's client over guarded outbound access. The key file's `token_uri` is ignored. */
export async function createBigqueryClient(settings: BigquerySettings, ctx: ConnectorContext) {
  const { BigQuery } = await import("@google-cloud/bigquery");
  const { credentials, maxGigabytes } = settings;
  const access = await createServiceAccountAccess({ credentials, scopes }, ctx);
  const send = throwOnErrorStatus(
    withAccessToken(createRateLimitedFetch(ctx.fetchWith(limits), { signal: ctx.signal }), access),
  );
  const projectId = settings.project ?? findProjectId(credentials) ?? "";
  const client = new BigQuery({ projectId, autoRetry: false });
  Object.assign(client, {
    baseUrl: `${ctx.places.bigquery ?? defaultUrl}/bigquery/v2`,
    makeAuthenticatedRequest: createTransport(send),
  });

  return {
    project: projectId,

    /** Checks by a dry run whether queries may be run. */
    async checkQueries(): Promise<void> {
      await client.createQueryJob({ query: "SELECT 1", dryRun: true });
    },
    async listDatasets(pageToken: string | undefined) {
      const [found, next] = await client.getDatasets({ autoPaginate: false, maxResults: 1_000, pageToken });
      return { ids: found.flatMap(({ id }) => id ?? []), next: next?.pageToken };
    },
    async listTables(dataset: string, pageToken: string | undefined) {
      const options = { autoPaginate: false, maxResults: 1_000, pageToken };
      const [found, next] = await client.dataset(dataset).getTables(options);
      return { ids: found.flatMap(({ id }) => id ?? []), next: next?.pageToken };
    },
    async getTable(dataset: string, id: string): Promise<BigqueryTable> {
      const [metadata] = await client.dataset(dataset).table(id).getMetadata();
      return parseResponse(table, metadata, service);
    },

    /** Starts a query, bounded by the cost limit of the settings. */
    async startQuery(sql: string, params: Record<string, string>, location: string | undefined): Promise<JobRef> {
      const [job] = await client.createQueryJob({
        query: sql,
        params,
        location,
        maximumBytesBilled: String(maxGigabytes * 1024 ** 3),
      });
      return { id: job.id ?? "", location: job.location };
    },
    /** Rows of a query's result from an offset; results are retained for a day. Undefined while the query is running. */
    async readRows({ id, location }: JobRef, offset: number, count: number) {
      const job = client.job(id, { location });
      const options = { autoPaginate: false, maxResults: count, startIndex: String(offset), wrapIntegers: true };
      const [rows, , response] = await job.getQueryResults(options);
      const { jobComplete, totalRows } = parseResponse(results, response, service);
      return jobComplete ? { rows: rows as Record<string, unknown>[], total: totalRows } : undefined;
    },
  };
}

export type Bigquery = Awaited<ReturnType<typeof createBigqueryClient>>;
