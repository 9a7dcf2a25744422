import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { type LoopbackServer, loopbackServer } from "../../loopback-server";
import { type Block, type Json, rich } from "./blocks";

export interface Page {
  id: string;
  title: string;
  /** The id of a data source; absent: it lies in the workspace. */
  source?: string;
  created: string;
  edited: string;
  inTrash?: boolean;
  properties?: Json;
  blocks: Block[];
}

export interface Source {
  id: string;
  title: string;
  properties: Record<string, string>;
}

export interface Fault {
  status: number;
  code: string;
  headers?: Record<string, string>;
}

const user = { object: "user", id: "00000000-0000-4000-8000-000000000001" };

const pageJson = ({ id, title, source, created, edited, inTrash = false, properties = {} }: Page): Json => ({
  object: "page",
  id,
  created_time: created,
  last_edited_time: edited,
  in_trash: inTrash,
  archived: inTrash,
  is_archived: inTrash,
  is_locked: false,
  url: `https://www.notion.so/${id.replaceAll("-", "")}`,
  public_url: null,
  parent: source ? { type: "data_source_id", data_source_id: source } : { type: "workspace", workspace: true },
  properties: { Name: { id: "title", type: "title", title: title ? [rich(title)] : [] }, ...properties },
  created_by: user,
  last_edited_by: user,
  icon: null,
  cover: null,
});

const sourceJson = ({ id, title, properties }: Source): Json => ({
  object: "data_source",
  id,
  title: [rich(title)],
  description: [],
  in_trash: false,
  url: `https://www.notion.so/${id}`,
  created_time: "2026-01-01T00:00:00.000Z",
  last_edited_time: "2026-01-01T00:00:00.000Z",
  properties: Object.fromEntries(
    Object.entries({ Name: "title", ...properties }).map(([name, type]) => [
      name,
      { id: type === "title" ? "title" : name, name, type, description: null, [type]: {} },
    ]),
  ),
});

/** A workspace in memory behind the paths of Notion's API that the connector calls. */
export class NotionStandin {
  readonly token = "ntn_standin_4242424242";
  readonly pages = new Map<string, Page>();
  readonly sources = new Map<string, Source>();
  readonly requests: string[] = [];
  /** Answers in place of the next calls whose path has this text. */
  readonly faults: [path: string, fault: Fault][] = [];
  /** Rows of one query, as Notion limits them. */
  queryLimit = 10_000;
  /** How many of a page's results are given at once. */
  pageSize = 100;
  #server: LoopbackServer | undefined;

  get url(): string {
    return this.#server?.url ?? "";
  }

  async start(): Promise<this> {
    this.#server = await loopbackServer((request, response) => {
      void text(request).then((body) => {
        const url = new URL(request.url ?? "/", "http://standin");
        this.requests.push(`${request.method} ${url.pathname}`);
        const send = (status: number, json: Json, headers: Record<string, string> = {}) => {
          response.writeHead(status, { "content-type": "application/json", ...headers });
          response.end(JSON.stringify(json));
        };
        const refuse = (status: number, code: string, message: string, headers = {}) =>
          send(status, { object: "error", status, code, message, request_id: randomUUID() }, headers);
        const at = this.faults.findIndex(([path]) => url.pathname.includes(path));
        const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
        if (fault) return refuse(fault[1].status, fault[1].code, `Fault: ${fault[1].code}`, fault[1].headers);
        if (request.headers.authorization !== `Bearer ${this.token}`)
          return refuse(401, "unauthorized", "API token is invalid.");
        if (!request.headers["notion-version"]) return refuse(400, "missing_version", "Notion-Version is missing.");
        const found = this.#answer(request.method ?? "GET", url, body ? (JSON.parse(body) as Json) : {});
        if (found) return send(200, found);
        return refuse(404, "object_not_found", "Could not find it. Make sure it is shared with your integration.");
      });
    });
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  add(page: Partial<Page> & { title: string }): Page {
    const made = {
      id: randomUUID(),
      created: "2026-01-01T00:00:00.000Z",
      edited: "2026-01-01T00:00:00.000Z",
      blocks: [],
      ...page,
    };
    this.pages.set(made.id, made);
    return made;
  }

  #listed(all: Json[], { start_cursor: cursor, page_size: size }: Json, limit = Number.POSITIVE_INFINITY): Json {
    const from = cursor ? Number(String(cursor).replace("cursor-", "")) : 0;
    const to = Math.min(from + Math.min(Number(size ?? 100), this.pageSize), limit);
    const more = to < Math.min(all.length, limit);
    const cut = !more && all.length > limit;
    return {
      object: "list",
      type: "page_or_data_source",
      page_or_data_source: {},
      results: all.slice(from, to),
      has_more: more,
      next_cursor: more ? `cursor-${to}` : null,
      request_status: cut
        ? { type: "incomplete", incomplete_reason: "query_result_limit_reached" }
        : { type: "complete" },
    };
  }

  #answer(method: string, { pathname, searchParams }: URL, body: Json): Json | undefined {
    const [, , kind, id = "", what] = pathname.split("/");
    const live = [...this.pages.values()].filter((page) => !page.inTrash);
    if (method === "POST" && kind === "search") {
      const { value } = (body.filter ?? {}) as { value?: string };
      const sources = value === "page" ? [] : [...this.sources.values()].map(sourceJson);
      const pages = value === "data_source" ? [] : live.sort((a, b) => a.edited.localeCompare(b.edited)).map(pageJson);
      return this.#listed([...sources, ...pages], body);
    }
    if (kind === "data_sources" && what === "query") {
      if (!this.sources.has(id)) return undefined;
      const bounds = boundsOf(body.filter);
      const rows = live
        .filter((page) => page.source === id && page.created >= bounds.created && page.edited >= bounds.edited)
        .sort((a, b) => a.created.localeCompare(b.created));
      return this.#listed(rows.map(pageJson), body, this.queryLimit);
    }
    if (kind === "data_sources") {
      const source = this.sources.get(id);
      return source && sourceJson(source);
    }
    if (kind === "pages") {
      const page = this.pages.get(id);
      return page && pageJson(page);
    }
    if (kind === "blocks" && what === "children") {
      const holder = [...this.pages.values()].map((page) => find(page.id, page.blocks, id)).find(Boolean);
      const query = { start_cursor: searchParams.get("start_cursor"), page_size: searchParams.get("page_size") };
      return (
        holder &&
        this.#listed(
          holder.map(({ children: _, ...block }) => block),
          query,
        )
      );
    }
    return undefined;
  }
}

function find(holder: string, blocks: Block[], id: string): Block[] | undefined {
  if (holder === id) return blocks;
  return blocks.map((one) => find(one.id, one.children ?? [], id)).find(Boolean);
}

interface Bound {
  created_time?: { on_or_after?: string };
  last_edited_time?: { on_or_after?: string };
  and?: Bound[];
}

/** The lower bounds of a filter, however it is nested. */
function boundsOf(filter: unknown): { created: string; edited: string } {
  const bounds = { created: "", edited: "" };
  const visit = ({ created_time: created, last_edited_time: edited, and = [] }: Bound): void => {
    if (created?.on_or_after && created.on_or_after > bounds.created) bounds.created = created.on_or_after;
    if (edited?.on_or_after && edited.on_or_after > bounds.edited) bounds.edited = edited.on_or_after;
    and.forEach(visit);
  };
  if (filter) visit(filter as Bound);
  return bounds;
}
