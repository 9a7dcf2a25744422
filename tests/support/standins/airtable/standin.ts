import { text } from "node:stream/consumers";
import { type LoopbackServer, loopbackServer } from "../../loopback-server";

type Json = Record<string, unknown>;

export interface AirtableRow {
  id: string;
  fields: Json;
  modified: string;
}

export interface AirtableTable {
  id: string;
  name: string;
  primaryFieldId: string;
  fields: { id: string; name: string; type: string; options?: Json }[];
  rows: AirtableRow[];
}

export interface AirtableFault {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Bases in memory behind the paths of Airtable's API that the connector calls. */
export class AirtableStandin {
  readonly token = "pat_standin.4242424242424242";
  readonly bases = new Map<string, { name: string; tables: AirtableTable[] }>();
  readonly requests: string[] = [];
  readonly faults: AirtableFault[] = [];
  #places = new Map<string, number>();
  #server: LoopbackServer | undefined;

  get url(): string {
    return this.#server?.url ?? "";
  }

  async start(): Promise<this> {
    this.#server = await loopbackServer((request, response) => {
      void text(request).then((body) => {
        const url = new URL(request.url ?? "/", "http://standin");
        this.requests.push(`${request.method} ${url.pathname} ${body}`);
        const send = (status: number, json: unknown, headers: Record<string, string> = {}) => {
          response.writeHead(status, { "content-type": "application/json", ...headers });
          response.end(typeof json === "string" ? json : JSON.stringify(json));
        };
        const fault = this.faults.shift();
        if (fault) return send(fault.status, fault.body, fault.headers);
        if (request.headers.authorization !== `Bearer ${this.token}`)
          return send(401, { error: { type: "AUTHENTICATION_REQUIRED", message: "Authentication required" } });
        const [status, json] = this.#answer(url, body ? (JSON.parse(body) as Json) : {});
        send(status, json);
      });
    });
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  /** As Airtable forgets the places of listings after minutes. */
  forgetPlaces(): void {
    this.#places = new Map();
  }

  #answer({ pathname }: URL, body: Json): [number, unknown] {
    const [, , first, second, third, fourth] = pathname.split("/");
    const missing: [number, unknown] = [404, { error: "NOT_FOUND" }];
    if (first === "meta" && !third)
      return [200, { bases: [...this.bases].map(([id, { name }]) => ({ id, name, permissionLevel: "read" })) }];
    if (first === "meta") {
      const base = this.bases.get(third ?? "");
      if (!base || fourth !== "tables")
        return [403, { error: { type: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND", message: "Invalid permissions" } }];
      return [200, { tables: base.tables.map(({ rows: _, ...table }) => ({ ...table, views: [] })) }];
    }
    const table = this.bases.get(first ?? "")?.tables.find(({ id }) => id === second);
    return table && third === "listRecords" ? this.#list(table, body) : missing;
  }

  #list(table: AirtableTable, { fields, filterByFormula, offset, pageSize }: Json): [number, unknown] {
    const wanted = fields as string[] | undefined;
    const unknown = wanted?.find((name) => !table.fields.some((field) => field.name === name));
    if (unknown) return [422, { error: { type: "UNKNOWN_FIELD_NAME", message: `Unknown field name: "${unknown}"` } }];
    const from = offset ? this.#places.get(String(offset)) : 0;
    if (from === undefined)
      return [422, { error: { type: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", message: "The iterator is gone" } }];
    const after = /^IS_AFTER\(LAST_MODIFIED_TIME\(\), "(.+)"\)$/.exec(String(filterByFormula ?? ""))?.[1] ?? "";
    const rows = table.rows.filter(({ modified }) => modified > after);
    const to = from + Number(pageSize);
    const place = `itr${table.id}/rec${to}`;
    if (to < rows.length) this.#places.set(place, to);
    return [
      200,
      {
        records: rows.slice(from, to).map(({ id, fields: values }) => ({
          id,
          createdTime: "2026-01-01T00:00:00.000Z",
          fields: Object.fromEntries(Object.entries(values).filter(([name]) => !wanted || wanted.includes(name))),
        })),
        ...(to < rows.length ? { offset: place } : {}),
      },
    ];
  }
}
