import type { z } from "zod";
import { lastingToken, signed } from "../oauth/access";
import { requestTokens } from "../oauth/token-request";
import { jsonAnswer } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { politeFetch } from "../shared/polite-fetch";
import { throwing } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import * as answers from "./answers";
import type { AirbytePlace } from "./place";

const service = "Airbyte";
const pageSize = 100;
const MAX_PAGES = 200;
/** A check or a discovery waits for a container to start. */
const limits = jsonLimits({ headersTimeoutMs: 600_000 });
/** A discovery may return thousands of tables. */
const discoveryLimits = jsonLimits({ headersTimeoutMs: 600_000, maxJsonEntries: 150_000 });

type Json = Record<string, unknown>;

/** Airbyte's API. Resources are found again by name: the process that created one may have died before it recorded the id. */
export function openAirbyte(place: AirbytePlace, ctx: Pick<ConnectorContext, "fetch" | "fetchWith" | "signal">) {
  const { publicUrl, configUrl, clientId, clientSecret } = place;
  const { signal } = ctx;
  const form = { client_id: clientId ?? "", client_secret: clientSecret ?? "", grant_type: "client_credentials" };
  const url = `${publicUrl}/applications/token`;
  const access = lastingToken(() => requestTokens({ url, title: service, form, fetch: ctx.fetch, signal }));
  const sendWith = (most: typeof limits) => {
    const polite = politeFetch(ctx.fetchWith(most), { signal });
    return throwing(clientId ? signed(polite, access) : polite);
  };
  const send = sendWith(limits);
  const sendDiscovery = sendWith(discoveryLimits);

  async function ask<T extends z.ZodType>(
    schema: T,
    method: string,
    at: string,
    body?: Json,
    by = send,
  ): Promise<z.output<T>> {
    const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
    const answer = await by(at, { method, headers, body: body && JSON.stringify(body) });
    return jsonAnswer(schema, answer, service);
  }
  const config = <T extends z.ZodType>(schema: T, path: string, body: Json, by = send) =>
    ask(schema, "POST", `${configUrl}${path}`, body, by);
  const remove = async (path: string): Promise<void> => {
    await send(`${publicUrl}${path}`, { method: "DELETE" });
  };

  let known: Promise<string> | undefined;
  async function findWorkspace(): Promise<string> {
    const [first] = (await ask(answers.workspaces, "GET", `${publicUrl}/workspaces?limit=1`)).data;
    return first?.workspaceId ?? "";
  }
  const workspace = (): Promise<string> => {
    known ??= place.workspaceId ? Promise.resolve(place.workspaceId) : findWorkspace();
    return known;
  };

  async function* all<Row>(path: string, list: z.ZodType<{ data: Row[] }>): AsyncIterable<Row> {
    const workspaceIds = await workspace();
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ workspaceIds, limit: String(pageSize), offset: String(page * pageSize) });
      const { data } = await ask(list, "GET", `${publicUrl}${path}?${query}`);
      yield* data;
      if (data.length < pageSize) return;
    }
  }
  async function named<Row extends { name: string }>(path: string, list: z.ZodType<{ data: Row[] }>, name: string) {
    for await (const row of all(path, list)) if (row.name === name) return row;
    return undefined;
  }

  return {
    async definitions() {
      const workspaceId = await workspace();
      const found = await config(answers.definitions, "/source_definitions/list_for_workspace", { workspaceId });
      return found.sourceDefinitions;
    },
    async specification(sourceDefinitionId: string) {
      const workspaceId = await workspace();
      const asked = { sourceDefinitionId, workspaceId };
      return (await config(answers.specification, "/source_definition_specifications/get", asked))
        .connectionSpecification;
    },

    source: (name: string) => named("/sources", answers.sources, name),
    async createSource(name: string, definitionId: string, configuration: Json) {
      const body = { name, definitionId, workspaceId: await workspace(), configuration };
      return ask(answers.source, "POST", `${publicUrl}/sources`, body);
    },
    updateSource: (id: string, name: string, configuration: Json) =>
      ask(answers.source, "PUT", `${publicUrl}/sources/${encodeURIComponent(id)}`, { name, configuration }),
    deleteSource: (id: string) => remove(`/sources/${encodeURIComponent(id)}`),
    check: (sourceId: string) => config(answers.check, "/sources/check_connection", { sourceId }),
    discover: (sourceId: string, afresh: boolean) =>
      config(answers.discovery, "/sources/discover_schema", { sourceId, disable_cache: afresh }, sendDiscovery),

    destination: (name: string) => named("/destinations", answers.destinations, name),
    async createDestination(name: string, configuration: Json) {
      const body = { name, workspaceId: await workspace(), configuration };
      return ask(answers.destination, "POST", `${publicUrl}/destinations`, body);
    },

    connection: (name: string) => named("/connections", answers.connections, name),
    async connectionsOf(prefix: string) {
      const found: z.output<typeof answers.connection>[] = [];
      for await (const one of all("/connections", answers.connections))
        if (one.name.startsWith(prefix)) found.push(one);
      return found;
    },
    createConnection: (body: Json) => ask(answers.connection, "POST", `${publicUrl}/connections`, body),
    updateConnection: (id: string, body: Json) =>
      ask(answers.connection, "PATCH", `${publicUrl}/connections/${encodeURIComponent(id)}`, body),
    deleteConnection: (id: string) => remove(`/connections/${encodeURIComponent(id)}`),

    startJob: (connectionId: string) =>
      ask(answers.job, "POST", `${publicUrl}/jobs`, { connectionId, jobType: "sync" }),
    job: (id: number) => ask(answers.job, "GET", `${publicUrl}/jobs/${id}`),
    async jobs(connectionId: string, limit: number) {
      const query = new URLSearchParams({ connectionId, limit: String(limit), jobType: "sync" });
      query.set("orderBy", "createdAt|DESC");
      return (await ask(answers.jobs, "GET", `${publicUrl}/jobs?${query}`)).data;
    },
    /** Why attempts of a job failed, most recent first. */
    async failures(id: number) {
      const { attempts } = await config(answers.jobDetails, "/jobs/get_without_logs", { id });
      return attempts.reverse().flatMap(({ attempt }) => attempt.failureSummary?.failures ?? []);
    },
  };
}

export type Airbyte = ReturnType<typeof openAirbyte>;
