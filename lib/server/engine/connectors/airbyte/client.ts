import type { z } from "zod";
import { cacheToken, withAccessToken } from "../oauth/access";
import { requestTokens } from "../oauth/token-request";
import { readJsonResponse } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import { throwOnErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { AirbyteConfig } from "./config";
import * as answers from "./responses";

const service = "Airbyte";
const pageSize = 100;
const MAX_PAGES = 200;
/** A check or a discovery waits for a container to start. */
const limits = jsonLimits({ headersTimeoutMs: 600_000 });
/** A discovery may return thousands of tables. */
const discoveryLimits = jsonLimits({ headersTimeoutMs: 600_000, maxJsonEntries: 150_000 });

type Json = Record<string, unknown>;

/** Airbyte's API. Resources are found again by name: the process that created one may have died before it recorded the id. */
export function createAirbyteClient(
  config: AirbyteConfig,
  ctx: Pick<ConnectorContext, "fetch" | "fetchWith" | "signal">,
) {
  const { publicUrl, configUrl, clientId, clientSecret } = config;
  const { signal } = ctx;
  const form = { client_id: clientId ?? "", client_secret: clientSecret ?? "", grant_type: "client_credentials" };
  const url = `${publicUrl}/applications/token`;
  const access = cacheToken(() => requestTokens({ url, title: service, form, fetch: ctx.fetch, signal }));
  const sendWith = (responseLimits: typeof limits) => {
    const rateLimited = createRateLimitedFetch(ctx.fetchWith(responseLimits), { signal });
    return throwOnErrorStatus(clientId ? withAccessToken(rateLimited, access) : rateLimited);
  };
  const send = sendWith(limits);
  const sendDiscovery = sendWith(discoveryLimits);

  async function request<T extends z.ZodType>(
    schema: T,
    method: string,
    target: string,
    body?: Json,
    sender = send,
  ): Promise<z.output<T>> {
    const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
    const response = await sender(target, { method, headers, body: body && JSON.stringify(body) });
    return readJsonResponse(schema, response, service);
  }
  const callConfigApi = <T extends z.ZodType>(schema: T, path: string, body: Json, by = send) =>
    request(schema, "POST", `${configUrl}${path}`, body, by);
  const remove = async (path: string): Promise<void> => {
    await send(`${publicUrl}${path}`, { method: "DELETE" });
  };

  let cachedWorkspaceId: Promise<string> | undefined;
  async function findWorkspace(): Promise<string> {
    const [first] = (await request(answers.workspaces, "GET", `${publicUrl}/workspaces?limit=1`)).data;
    return first?.workspaceId ?? "";
  }
  const getWorkspaceId = (): Promise<string> => {
    cachedWorkspaceId ??= config.workspaceId ? Promise.resolve(config.workspaceId) : findWorkspace();
    return cachedWorkspaceId;
  };

  async function* listAll<Row>(path: string, list: z.ZodType<{ data: Row[] }>): AsyncIterable<Row> {
    const workspaceIds = await getWorkspaceId();
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ workspaceIds, limit: String(pageSize), offset: String(page * pageSize) });
      const { data } = await request(list, "GET", `${publicUrl}${path}?${query}`);
      yield* data;
      if (data.length < pageSize) return;
    }
  }
  async function findByName<Row extends { name: string }>(
    path: string,
    list: z.ZodType<{ data: Row[] }>,
    name: string,
  ) {
    for await (const row of listAll(path, list)) if (row.name === name) return row;
    return undefined;
  }

  return {
    async listDefinitions() {
      const workspaceId = await getWorkspaceId();
      const response = await callConfigApi(answers.definitions, "/source_definitions/list_for_workspace", {
        workspaceId,
      });
      return response.sourceDefinitions;
    },
    async getSpecification(sourceDefinitionId: string) {
      const workspaceId = await getWorkspaceId();
      const body = { sourceDefinitionId, workspaceId };
      return (await callConfigApi(answers.specification, "/source_definition_specifications/get", body))
        .connectionSpecification;
    },

    findSource: (name: string) => findByName("/sources", answers.sources, name),
    async createSource(name: string, definitionId: string, configuration: Json) {
      const body = { name, definitionId, workspaceId: await getWorkspaceId(), configuration };
      return request(answers.source, "POST", `${publicUrl}/sources`, body);
    },
    updateSource: (id: string, name: string, configuration: Json) =>
      request(answers.source, "PUT", `${publicUrl}/sources/${encodeURIComponent(id)}`, { name, configuration }),
    deleteSource: (id: string) => remove(`/sources/${encodeURIComponent(id)}`),
    check: (sourceId: string) => callConfigApi(answers.check, "/sources/check_connection", { sourceId }),
    discover: (sourceId: string, refresh: boolean) =>
      callConfigApi(answers.discovery, "/sources/discover_schema", { sourceId, disable_cache: refresh }, sendDiscovery),

    findDestination: (name: string) => findByName("/destinations", answers.destinations, name),
    async createDestination(name: string, configuration: Json) {
      const body = { name, workspaceId: await getWorkspaceId(), configuration };
      return request(answers.destination, "POST", `${publicUrl}/destinations`, body);
    },

    findConnection: (name: string) => findByName("/connections", answers.connections, name),
    async listConnections(prefix: string) {
      const found: z.output<typeof answers.connection>[] = [];
      for await (const connection of listAll("/connections", answers.connections))
        if (connection.name.startsWith(prefix)) found.push(connection);
      return found;
    },
    createConnection: (body: Json) => request(answers.connection, "POST", `${publicUrl}/connections`, body),
    updateConnection: (id: string, body: Json) =>
      request(answers.connection, "PATCH", `${publicUrl}/connections/${encodeURIComponent(id)}`, body),
    deleteConnection: (id: string) => remove(`/connections/${encodeURIComponent(id)}`),

    startJob: (connectionId: string) =>
      request(answers.job, "POST", `${publicUrl}/jobs`, { connectionId, jobType: "sync" }),
    getJob: (id: number) => request(answers.job, "GET", `${publicUrl}/jobs/${id}`),
    async listJobs(connectionId: string, limit: number) {
      const query = new URLSearchParams({ connectionId, limit: String(limit), jobType: "sync" });
      query.set("orderBy", "createdAt|DESC");
      return (await request(answers.jobs, "GET", `${publicUrl}/jobs?${query}`)).data;
    },
    /** Why attempts of a job failed, most recent first. */
    async listFailures(id: number) {
      const { attempts } = await callConfigApi(answers.jobDetails, "/jobs/get_without_logs", { id });
      return attempts.reverse().flatMap(({ attempt }) => attempt.failureSummary?.failures ?? []);
    },
  };
}

export type Airbyte = ReturnType<typeof createAirbyteClient>;
