import { type Answered, type Asked, serveService } from "../service/serve";
import { tokenDesk } from "../service/tokens";

export interface GraphRow {
  id: string;
  name: string;
  parent: string;
  isFolder: boolean;
  content: string;
  mimeType: string;
  /** Its place in lists, which others do not move. */
  place: number;
}

export const graphError = (status: number, code: string, message: string): Answered => ({
  status,
  body: { error: { code, message, innerError: { "request-id": "9f3a", date: "2025-01-01T00:00:00" } } },
});

const top = "root-id";

/** Microsoft Graph: drives with delta links, downloads by a redirect to an address without credentials, and the sign-in. */
export async function startGraphStandin(port = 0) {
  const rows = new Map<string, GraphRow>();
  const gone = new Map<string, GraphRow>();
  const log: string[] = [];
  const desk = tokenDesk({ rotates: true });
  let epoch = 1;

  function shown(row: GraphRow, isDeleted = false) {
    return {
      id: row.id,
      parentReference: { driveId: "b!drive", id: row.parent },
      ...(isDeleted && { deleted: { state: "deleted" } }),
      ...(row.isFolder
        ? { folder: { childCount: 0 } }
        : { file: { mimeType: row.mimeType }, size: Buffer.byteLength(row.content) }),
      ...(!isDeleted && {
        name: row.name,
        webUrl: `https://contoso-my.sharepoint.com/${row.id}`,
        lastModifiedDateTime: "2025-01-01T00:00:00Z",
        createdBy: { user: { displayName: "Ada" } },
      }),
    };
  }

  const rootItem = { id: top, name: "root", root: {}, folder: { childCount: 1 } };
  const link = (path: string) => `${service.url}/v1.0/drives/b!drive${path}`;

  function rowsFrom(all: GraphRow[], { query }: Asked, next: string) {
    const size = Number(query.get("$top") ?? query.get("size") ?? 200);
    const rest = all.filter(({ place }) => place >= Number(query.get("from") ?? 0));
    const following = rest[size];
    const more = following && `${link(next)}from=${following.place}&size=${size}`;
    return { value: rest.slice(0, size), next: more };
  }

  function delta(asked: Asked): Answered {
    const { query } = asked;
    const token = query.get("token");
    if (token === "latest")
      return { body: { value: [], "@odata.deltaLink": link(`/root/delta?token=${epoch}.${log.length}`) } };
    const epochOf = Number((token ?? query.get("epoch") ?? `${epoch}`).split(".")[0]);
    if (epochOf !== epoch) {
      const headers = { location: link("/root/delta") };
      return { ...graphError(410, "resyncRequired", "Resync required."), headers };
    }
    if (token === null) {
      const all = [...rows.values()];
      const found = rowsFrom(all, asked, `/root/delta?epoch=${epoch}&`);
      const end = found.next
        ? { "@odata.nextLink": found.next }
        : { "@odata.deltaLink": link(`/root/delta?token=${epoch}.${log.length}`) };
      return { body: { value: [rootItem, ...found.value.map((row) => shown(row))], ...end } };
    }
    const from = Number(token.split(".")[1]);
    const to = Math.min(from + 100, log.length);
    const value = log.slice(from, to).flatMap((id) => {
      const row = rows.get(id);
      const old = gone.get(id);
      return row ? [shown(row)] : old ? [shown(old, true)] : [];
    });
    const end = {
      [to < log.length ? "@odata.nextLink" : "@odata.deltaLink"]: link(`/root/delta?token=${epoch}.${to}`),
    };
    return { body: { value: [rootItem, ...value], ...end } };
  }

  function pathId(path: string): string | undefined {
    let at = top;
    for (const name of path.split("/")) {
      const found = [...rows.values()].find((row) => row.parent === at && row.name === name);
      if (!found) return undefined;
      at = found.id;
    }
    return at;
  }

  function drive(path: string, asked: Asked): Answered {
    if (path === "") return { body: { id: "b!drive" } };
    if (path === "/root/delta") return delta(asked);
    const named = /^\/root:\/(.+)$/.exec(path)?.[1];
    if (named !== undefined) {
      const id = pathId(named);
      return id ? { body: { id } } : graphError(404, "itemNotFound", "The resource could not be found.");
    }
    const [, id = "", what] = /^\/items\/([^/]+)(?:\/(children|content))?$/.exec(path) ?? [];
    const row = rows.get(id);
    if (!row) return graphError(404, "itemNotFound", "The resource could not be found.");
    if (what === undefined) return { body: shown(row) };
    if (what === "content") return { status: 302, headers: { location: `${service.url}/download/${id}` } };
    const children = [...rows.values()].filter(({ parent }) => parent === id);
    const found = rowsFrom(children, asked, `/items/${id}/children?`);
    const value = found.value.map((one) => shown(one));
    return { body: { value, ...(found.next && { "@odata.nextLink": found.next }) } };
  }

  const service = await serveService((asked) => {
    const { path } = asked;
    if (path.endsWith("/oauth2/v2.0/authorize")) return desk.authorize(asked);
    if (path.endsWith("/oauth2/v2.0/token")) return desk.token(asked);
    if (path.startsWith("/download/")) {
      const row = rows.get(path.slice("/download/".length));
      return row ? { headers: { "content-type": row.mimeType }, body: row.content } : { status: 404 };
    }
    if (!desk.knows(asked)) return graphError(401, "InvalidAuthenticationToken", "Access token is empty or expired.");
    const [, rest = ""] = /^\/v1\.0\/(?:me\/drive|users\/[^/]+\/drive|drives\/[^/]+)(.*)$/.exec(path) ?? [];
    return drive(rest, asked);
  }, port);

  function put(id: string, given: Partial<GraphRow>) {
    const old = rows.get(id) ?? gone.get(id);
    const made = { id, name: `${id}.txt`, parent: top, isFolder: false, content: "", mimeType: "text/plain" };
    rows.set(id, { ...made, place: log.length, ...old, ...given });
    log.push(id);
  }

  return {
    ...service,
    desk,
    put,
    putFolder: (id: string, parent = top) => put(id, { name: id, parent, isFolder: true }),
    /** As the service does with a folder: it tells of the folder alone. */
    remove(id: string) {
      for (const row of [...rows.values()]) if (row.parent === id) rows.delete(row.id);
      const row = rows.get(id);
      if (row) gone.set(id, row);
      rows.delete(id);
      log.push(id);
    },
    forget: () => {
      epoch += 1;
    },
  };
}

export type GraphStandin = Awaited<ReturnType<typeof startGraphStandin>>;
