import { type Answered, type Asked, serveService } from "../service/serve";
import { tokenDesk } from "../service/tokens";

export interface HubspotRow {
  id: string;
  properties: Record<string, string | null>;
  /** Milliseconds. */
  updatedAt: number;
  archivedAt?: number;
}

interface Kind {
  properties: { name: string; type: string; hidden?: boolean }[];
  rows: Map<string, HubspotRow>;
}

export const hubspotToken = "pat-eu1-standin-token-0001";

const error = (status: number, category: string, message: string, extra = {}): Answered => ({
  status,
  body: { status: "error", message, correlationId: "2b1c", category, ...extra },
});

const changedOf = (kind: string): string => (kind === "contacts" ? "lastmodifieddate" : "hs_lastmodifieddate");

interface Search {
  filterGroups?: { filters: { propertyName: string; operator: string; value: string }[] }[];
  sorts?: string[];
  limit?: number;
  after?: string;
  properties?: string[];
}

/** HubSpot's CRM: as strict as the real one about scopes, page sizes and the number of results of one search. */
export async function startHubspotStandin({ searchLimit = 10_000 } = {}) {
  const kinds = new Map<string, Kind>();
  const desk = tokenDesk();
  const schemas: Record<string, unknown>[] = [];
  const unseen = new Set<string>();

  const read = (kind: string, row: HubspotRow, name: string): string => {
    if (name === "hs_object_id") return row.id;
    if (name === changedOf(kind)) return String(row.updatedAt);
    return row.properties[name] ?? "";
  };

  function shown(kind: string, row: HubspotRow, names: string[]) {
    const { properties } = kinds.get(kind) ?? { properties: [] };
    const known = names.filter((name) => properties.some((one) => one.name === name));
    const values = known.map((name) => [
      name,
      name === changedOf(kind) ? new Date(row.updatedAt).toISOString() : (row.properties[name] ?? null),
    ]);
    return {
      id: row.id,
      properties: Object.fromEntries([...values, ["hs_object_id", row.id]]),
      createdAt: new Date(0).toISOString(),
      updatedAt: new Date(row.updatedAt).toISOString(),
      archived: row.archivedAt !== undefined,
      ...(row.archivedAt !== undefined && { archivedAt: new Date(row.archivedAt).toISOString() }),
    };
  }

  const byId = (one: HubspotRow, other: HubspotRow) => Number(one.id) - Number(other.id);

  function list(name: string, { rows }: Kind, { query }: Asked): Answered {
    const limit = Number(query.get("limit") ?? 10);
    if (limit > 100) return error(400, "VALIDATION_ERROR", "The limit is 100.");
    const archived = query.get("archived") === "true";
    const all = [...rows.values()].filter((row) => (row.archivedAt !== undefined) === archived).sort(byId);
    const after = query.get("after");
    const rest = after === null ? all : all.filter((row) => Number(row.id) >= Number(after));
    const next = rest[limit];
    const names = query.getAll("properties").flatMap((text) => text.split(","));
    const results = rest.slice(0, limit).map((row) => shown(name, row, names));
    return { body: { results, ...(next && { paging: { next: { after: next.id } } }) } };
  }

  function search(name: string, { rows }: Kind, { body }: Asked): Answered {
    const { filterGroups = [], sorts = [], limit = 10, after = "0", properties = [] } = body as Search;
    if (limit > 200) return error(400, "VALIDATION_ERROR", "The limit is 200.");
    if (Number(after) + limit > searchLimit)
      return error(400, "VALIDATION_ERROR", `Paging beyond ${searchLimit} results is not supported.`);
    const holds = (row: HubspotRow, { propertyName, operator, value }: { [key: string]: string }) => {
      const own = Number(read(name, row, propertyName ?? ""));
      if (operator === "GTE") return own >= Number(value);
      if (operator === "GT") return own > Number(value);
      return own === Number(value);
    };
    const [sort = "hs_object_id"] = sorts;
    const found = [...rows.values()]
      .filter((row) => row.archivedAt === undefined)
      .filter((row) => filterGroups.every(({ filters }) => filters.every((filter) => holds(row, { ...filter }))))
      .sort((one, other) => Number(read(name, one, sort)) - Number(read(name, other, sort)) || byId(one, other));
    const from = Number(after);
    const results = found.slice(from, from + limit).map((row) => shown(name, row, properties));
    const more = found.length > from + limit;
    return {
      body: { total: found.length, results, ...(more && { paging: { next: { after: String(from + limit) } } }) },
    };
  }

  function answer(asked: Asked): Answered {
    const { method, path } = asked;
    if (path === "/oauth/authorize") return desk.authorize(asked);
    if (path === "/oauth/v3/token") return desk.token(asked);
    if (asked.headers.authorization !== `Bearer ${hubspotToken}` && !desk.knows(asked))
      return error(401, "INVALID_AUTHENTICATION", "Authentication credentials not found.");
    if (path === "/account-info/v3/details") return { body: { portalId: 4711, uiDomain: "app.hubspot.com" } };
    if (path === "/crm-object-schemas/v3/schemas") return { body: { results: schemas } };
    const [, what, name = "", rest = ""] = /^\/crm\/v3\/(properties|objects)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (unseen.has(name))
      return error(403, "MISSING_SCOPES", "This app hasn't been granted all required scopes.", {
        errors: [{ message: "Missing.", context: { requiredGranularScopes: [`crm.objects.${name}.read`] } }],
      });
    const kind = kinds.get(name);
    if (!kind) return error(404, "OBJECT_NOT_FOUND", `Unable to infer object type from: ${name}`);
    if (what === "properties") {
      const results = kind.properties.map((one) => ({ label: one.name, groupName: "g", options: [], ...one }));
      return { body: { results } };
    }
    if (method === "GET" && rest === "") return list(name, kind, asked);
    if (rest === "/search") return search(name, kind, asked);
    if (rest === "/batch/read") {
      const { inputs, properties } = asked.body as { inputs: { id: string }[]; properties: string[] };
      const found = inputs.flatMap(({ id }) => kind.rows.get(id) ?? []);
      return { body: { status: "COMPLETE", results: found.map((row) => shown(name, row, properties)) } };
    }
    return error(404, "NOT_FOUND", "No such address.");
  }

  function kindOf(name: string): Kind {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`The stand-in has no ${name}.`);
    return kind;
  }

  const service = await serveService(answer);
  return {
    ...service,
    desk,
    unseen,
    schemas,
    addKind(name: string, properties: string[], hidden: string[] = []) {
      const own = [...properties, changedOf(name)].map((one) => ({ name: one, type: "string" }));
      kinds.set(name, {
        properties: [...own, ...hidden.map((one) => ({ name: one, type: "string", hidden: true }))],
        rows: new Map(),
      });
    },
    dropProperty(name: string, property: string) {
      const kind = kindOf(name);
      kind.properties = kind.properties.filter((one) => one.name !== property);
    },
    put(name: string, id: number, properties: Record<string, string>, updatedAt: number) {
      kindOf(name).rows.set(String(id), { id: String(id), properties, updatedAt });
    },
    archive(name: string, id: number, archivedAt: number) {
      const row = kindOf(name).rows.get(String(id));
      if (row) row.archivedAt = archivedAt;
    },
    /** As a deletion for good: nothing tells of it. */
    erase: (name: string, id: number) => kindOf(name).rows.delete(String(id)),
  };
}

export type HubspotStandin = Awaited<ReturnType<typeof startHubspotStandin>>;
