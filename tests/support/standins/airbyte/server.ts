import { randomUUID } from "node:crypto";
import { type Answered, type Asked, serveService } from "../service/serve";
import { client } from "../service/tokens";
import { land } from "./land";

type Json = Record<string, unknown>;

interface Stored {
  id: string;
  body: Json;
}

interface Job {
  jobId: number;
  connectionId: string;
  status: string;
  rowsSynced: number;
  /** Asked so often before it ends. */
  polls: number;
  failures: Json[];
}

export interface SourceStream {
  fields: Record<string, Json>;
  primaryKey?: string[];
  cursor?: string;
  namespace?: string;
  rows: Json[];
}

interface StreamConfiguration {
  name: string;
  syncMode: string;
  primaryKey?: string[][];
  cursorField?: string[];
  selectedFields?: { fieldPath: string[] }[];
}

export const shopDefinition = "7a4327c4-315a-11ec-8d3d-0242ac130003";
const token = "standin-airbyte-access-token";
const problem = (status: number, detail: string): Answered => ({
  status,
  body: { status, type: "https://reference.airbyte.com/reference/errors", title: "error", detail },
});

const specification = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  required: ["host", "api_key"],
  properties: {
    host: { type: "string", title: "Host", order: 0 },
    api_key: { type: "string", title: "API key", airbyte_secret: true, order: 1 },
    order: { type: "string", title: "An odd name for a field", order: 2 },
    tunnel: {
      type: "object",
      oneOf: [
        { properties: { method: { const: "none" } } },
        { properties: { method: { const: "key" }, key: { type: "string", airbyte_secret: true, multiline: true } } },
      ],
    },
  },
};

/** Airbyte with one source definition, a shop; its jobs write into a real PostgreSQL. */
export async function startAirbyteStandin(landingUrl: string) {
  const sources = new Map<string, Stored>();
  const destinations = new Map<string, Stored>();
  const connections = new Map<string, Stored>();
  const jobs = new Map<number, Job>();
  const streams = new Map<string, SourceStream>();
  /** What was synced of each connection, so that only what is new follows. */
  const synced = new Map<string, Set<string>>();
  const control = { polls: 1, failures: [] as Json[], checkMessage: "" };

  const catalog = () => ({
    streams: [...streams].map(([name, { fields, primaryKey, cursor, namespace }]) => ({
      stream: {
        name,
        ...(namespace && { namespace }),
        jsonSchema: { type: "object", properties: fields },
        supportedSyncModes: cursor ? ["full_refresh", "incremental"] : ["full_refresh"],
        defaultCursorField: cursor ? [cursor] : [],
        sourceDefinedCursor: false,
        sourceDefinedPrimaryKey: primaryKey?.map((key) => [key]) ?? [],
      },
      config: { syncMode: "full_refresh", destinationSyncMode: "overwrite" },
    })),
  });

  async function run(job: Job): Promise<void> {
    const { body } = connections.get(job.connectionId) ?? { body: {} };
    const { configurations, namespaceFormat, prefix } = body as {
      configurations: { streams: StreamConfiguration[] };
      namespaceFormat: string;
      prefix: string;
    };
    for (const { name, syncMode, primaryKey = [], selectedFields } of configurations.streams) {
      const { fields, rows } = streams.get(name) ?? { fields: {}, rows: [] };
      const done = synced.get(job.connectionId) ?? new Set<string>();
      const full = syncMode === "full_refresh_overwrite";
      const fresh = full ? rows : rows.filter((row) => !done.has(JSON.stringify(row)));
      for (const row of fresh) done.add(JSON.stringify(row));
      synced.set(job.connectionId, done);
      await land(landingUrl, {
        schema: namespaceFormat,
        table: `${prefix}${name}`,
        columns: selectedFields?.flatMap(({ fieldPath }) => fieldPath[0] ?? []) ?? Object.keys(fields),
        keys: primaryKey.flatMap(([key]) => key ?? []),
        mode: syncMode,
        rows: fresh,
      });
      job.rowsSynced += fresh.length;
    }
    job.status = "succeeded";
  }

  async function look(job: Job): Promise<Answered> {
    if (job.status === "running") {
      job.polls -= 1;
      if (job.polls <= 0) {
        if (control.failures.length === 0) await run(job);
        else Object.assign(job, { status: "failed", failures: control.failures });
      }
    }
    return { body: shown(job) };
  }

  const shown = ({ polls, failures, ...job }: Job) => ({
    ...job,
    jobType: "sync",
    startTime: "2025-01-01T00:00:00Z",
    lastUpdatedAt: "2025-01-01T00:01:00Z",
  });

  const kinds: Record<string, { rows: Map<string, Stored>; id: string }> = {
    sources: { rows: sources, id: "sourceId" },
    destinations: { rows: destinations, id: "destinationId" },
    connections: { rows: connections, id: "connectionId" },
  };

  function resource({ method, query, body }: Asked, kind: string, id: string | undefined): Answered {
    const { rows, id: idName } = kinds[kind] ?? { rows: new Map<string, Stored>(), id: "id" };
    const view = (stored: Stored) => ({ ...stored.body, [idName]: stored.id });
    if (id === undefined && method === "GET") {
      const from = Number(query.get("offset") ?? 0);
      return { body: { data: [...rows.values()].slice(from, from + Number(query.get("limit") ?? 20)).map(view) } };
    }
    if (method === "POST") {
      const stored = { id: randomUUID(), body };
      rows.set(stored.id, stored);
      return { body: view(stored) };
    }
    const stored = rows.get(id ?? "");
    if (!stored) return problem(404, `Could not find a resource for: ${id}`);
    if (method === "DELETE") {
      rows.delete(stored.id);
      return { status: 204 };
    }
    stored.body = { ...stored.body, ...body };
    return { body: view(stored) };
  }

  async function publicApi(asked: Asked, path: string): Promise<Answered> {
    const { method, query, body } = asked;
    if (path === "/applications/token") {
      const right = body.client_id === client.id && body.client_secret === client.secret;
      return right
        ? { body: { access_token: token, token_type: "Bearer", expires_in: 900 } }
        : problem(401, "Unauthorized");
    }
    if (asked.headers.authorization !== `Bearer ${token}`) return problem(401, "Unauthorized");
    if (path === "/workspaces") return { body: { data: [{ workspaceId: "workspace-1", name: "Default" }] } };
    if (path === "/jobs" && method === "POST") {
      const jobId = jobs.size + 1;
      const connectionId = String(body.connectionId);
      jobs.set(jobId, { jobId, connectionId, status: "running", rowsSynced: 0, polls: control.polls, failures: [] });
      return { body: shown(jobs.get(jobId) as Job) };
    }
    if (path === "/jobs") {
      const own = [...jobs.values()].filter(({ connectionId }) => connectionId === query.get("connectionId"));
      return {
        body: {
          data: own
            .reverse()
            .slice(0, Number(query.get("limit")))
            .map(shown),
        },
      };
    }
    const job = jobs.get(Number(/^\/jobs\/(\d+)$/.exec(path)?.[1]));
    if (job) return look(job);
    const [, kind = "", id] = /^\/(\w+)(?:\/([\w-]+))?$/.exec(path) ?? [];
    return kind in kinds ? resource(asked, kind, id) : problem(404, "Not found");
  }

  function configApi({ headers, body }: Asked, path: string): Answered {
    if (headers.authorization !== `Bearer ${token}`) return problem(401, "Unauthorized");
    const jobInfo = { id: "j", configType: "check", createdAt: 0, endedAt: 0, succeeded: true };
    if (path === "/source_definitions/list_for_workspace")
      return { body: { sourceDefinitions: [{ sourceDefinitionId: shopDefinition, name: "Shop", icon: "<svg/>" }] } };
    if (path === "/source_definition_specifications/get")
      return body.sourceDefinitionId === shopDefinition
        ? { body: { sourceDefinitionId: shopDefinition, connectionSpecification: specification, jobInfo } }
        : problem(404, "Could not find configuration for STANDARD_SOURCE_DEFINITION");
    if (path === "/sources/check_connection")
      return control.checkMessage
        ? { body: { status: "failed", message: control.checkMessage, jobInfo } }
        : { body: { status: "succeeded", jobInfo } };
    if (path === "/sources/discover_schema") return { body: { catalog: catalog(), jobInfo } };
    if (path === "/jobs/get_without_logs") {
      const failures = jobs.get(Number(body.id))?.failures ?? [];
      return { body: { job: {}, attempts: [{ attempt: { failureSummary: { failures } } }] } };
    }
    return problem(404, "Not found");
  }

  const service = await serveService((asked) => {
    const { path } = asked;
    if (path.startsWith("/api/public/v1")) return publicApi(asked, path.slice("/api/public/v1".length));
    return configApi(asked, path.replace(/^\/api\/v1/, ""));
  });
  return { ...service, sources, destinations, connections, jobs, streams, control };
}

export type AirbyteStandin = Awaited<ReturnType<typeof startAirbyteStandin>>;
