import { type Answered, type Asked, serveService } from "../service/serve";
import { tokenDesk } from "../service/tokens";

const folderType = "application/vnd.google-apps.folder";
export const office = "application/vnd.openxmlformats-officedocument";

export interface StoredFile {
  /** Its place in lists, which others do not move. */
  place?: number;
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  trashed: boolean;
  content: string;
  modifiedTime: string;
}

export const googleError = (status: number, reason: string, message: string): Answered => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } },
});

/** What the export of Google's own kinds begins with, so that a test sees as what it came. */
export const exported = (type: string, content: string): string => `${type}\n${content}`;

/** Google Drive: pages, changes of the account, downloads and exports. `token` is the one that is taken. */
export async function startDriveStandin(token: string) {
  const files = new Map<string, StoredFile>();
  const changes: string[] = [];
  const desk = tokenDesk();
  /** Page tokens of an earlier epoch are refused. */
  let epoch = 1;
  let oldestChange = 0;

  const isTrashed = (file: StoredFile): boolean => file.trashed || file.parents.some((id) => isTrashedId(id));
  const isTrashedId = (id: string): boolean => {
    const found = files.get(id);
    return found ? isTrashed(found) : false;
  };

  function shown(file: StoredFile) {
    const { content, place, ...rest } = file;
    return {
      kind: "drive#file",
      ...rest,
      trashed: isTrashed(file),
      ...(!file.mimeType.startsWith("application/vnd.google-apps.") && { size: String(Buffer.byteLength(content)) }),
      webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
      owners: [{ emailAddress: "ada@example.test" }],
    };
  }

  function list({ query }: Asked): Answered {
    const q = query.get("q") ?? "";
    const size = Number(query.get("pageSize") ?? 100);
    const [at, from] = (query.get("pageToken") ?? `${epoch}.0`).split(".");
    if (Number(at) !== epoch) return googleError(400, "invalid", "Invalid Value");
    const parent = /'([^']+)' in parents/.exec(q)?.[1];
    const found = [...files.values()].filter(
      (file) =>
        !isTrashed(file) &&
        (parent === undefined || file.parents.includes(parent)) &&
        !(q.includes("mimeType != ") && file.mimeType === folderType),
    );
    const rest = found.filter(({ place = 0 }) => place >= Number(from));
    const end = rest[size];
    const next = end ? { nextPageToken: `${epoch}.${end.place}` } : {};
    return { body: { files: rest.slice(0, size).map(shown), ...next } };
  }

  function changed({ query }: Asked): Answered {
    const from = Number(query.get("pageToken"));
    if (!(from >= oldestChange)) return googleError(400, "invalid", "Invalid value for page token.");
    const end = from + Number(query.get("pageSize") ?? 100);
    const told = changes.slice(from, end).map((fileId) => {
      const file = files.get(fileId);
      return { kind: "drive#change", changeType: "file", fileId, removed: !file, ...(file && { file: shown(file) }) };
    });
    const more = end < changes.length;
    return {
      body: {
        changes: told,
        ...(more ? { nextPageToken: String(end) } : { newStartPageToken: String(changes.length) }),
      },
    };
  }

  function one(id: string, rest: string, { query }: Asked): Answered {
    const file = files.get(id);
    if (!file) return googleError(404, "notFound", `File not found: ${id}.`);
    const own = file.mimeType.startsWith("application/vnd.google-apps.");
    if (rest === "/export") {
      const type = query.get("mimeType") ?? "";
      if (!own) return googleError(403, "fileNotExportable", "Export only supports Docs Editors files.");
      return { headers: { "content-type": type }, body: exported(type, file.content) };
    }
    if (query.get("alt") !== "media") return { body: shown(file) };
    if (own) return googleError(403, "fileNotDownloadable", "Only files with binary content can be downloaded.");
    return { headers: { "content-type": file.mimeType }, body: file.content };
  }

  const service = await serveService((asked) => {
    const { path, headers } = asked;
    if (path === "/o/oauth2/v2/auth") return desk.authorize(asked);
    if (path === "/token") return desk.token(asked);
    if (headers.authorization !== `Bearer ${token}` && !desk.knows(asked))
      return googleError(401, "authError", "Invalid Credentials");
    if (path === "/drive/v3/about") return { body: { user: { emailAddress: "ada@example.test" } } };
    if (path === "/drive/v3/changes/startPageToken") return { body: { startPageToken: String(changes.length) } };
    if (path === "/drive/v3/changes") return changed(asked);
    if (path === "/drive/v3/files") return list(asked);
    const [, id, rest = ""] = /^\/drive\/v3\/files\/([^/]+)(\/export)?$/.exec(path) ?? [];
    return id ? one(id, rest, asked) : googleError(404, "notFound", "Not Found");
  });

  return {
    ...service,
    desk,
    put(id: string, file: Partial<StoredFile>) {
      const old = files.get(id) ?? {
        id,
        name: `${id}.txt`,
        mimeType: "text/plain",
        parents: ["root-folder"],
        trashed: false,
        content: "",
        modifiedTime: "2025-01-01T00:00:00.000Z",
      };
      files.set(id, { place: changes.length, ...old, ...file });
      changes.push(id);
    },
    putFolder(id: string, parent = "root-folder") {
      files.set(id, {
        id,
        name: id,
        mimeType: folderType,
        parents: [parent],
        trashed: false,
        content: "",
        modifiedTime: "2025-01-01T00:00:00.000Z",
        place: changes.length,
      });
      changes.push(id);
    },
    remove(id: string) {
      files.delete(id);
      changes.push(id);
    },
    forgetPages: () => {
      epoch += 1;
    },
    forgetChanges: () => {
      oldestChange = changes.length + 1;
      changes.push("nothing");
    },
  };
}
