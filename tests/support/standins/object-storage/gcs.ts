import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { CRC32C } from "@google-cloud/storage";
import { type Fault, type FaultyServer, startFaultyServer } from "./faults";

interface StoredItem {
  content: Buffer;
  updated: Date;
  metadata: Record<string, unknown>;
}

interface Reply {
  status: number;
  /** Bytes are sent as they are, others as JSON. */
  body?: object | Buffer | undefined;
  headers?: Record<string, string>;
}

export interface GcsServer extends FaultyServer {
  storageUrl: (prefix: string, bucket?: string) => string;
  /** Variables of a machine whose role has access. */
  machine: () => Record<string, string>;
}

const bucket = "files";
const token = "ya29.standin-token";
/** Pages are short, so that listings have several. */
const maxItems = 3;

const toError = (status: number, message: string): Reply => ({
  status,
  body: { error: { code: status, message, errors: [{ message }] } },
});

/** An answer as Google gives it. */
export const gcsRefusal = (status: number, message: string): Fault => ({
  refuse: { status, type: "application/json", body: JSON.stringify(toError(status, message).body) },
});

const isMachine = (path: string): boolean => path.startsWith("/computeMetadata/");

/** The JSON API of Google Cloud Storage for the objects of one bucket, and the metadata server of a machine. */
export async function startGcs(): Promise<GcsServer> {
  const objects = new Map<string, StoredItem>();
  const uploads = new Map<string, { name: string; metadata: Record<string, unknown>; parts: Buffer[] }>();

  function toResource(name: string, { content, updated, metadata }: StoredItem): object {
    const crc32c = new CRC32C();
    crc32c.update(content);
    const md5Hash = createHash("md5").update(content).digest("base64");
    const size = String(content.length);
    return { name, bucket, size, updated: updated.toISOString(), crc32c: crc32c.toString(), md5Hash, ...metadata };
  }

  function store(name: string, content: Buffer, metadata: Record<string, unknown>): Reply {
    const item = { content, metadata, updated: new Date() };
    objects.set(name, item);
    return { status: 200, body: toResource(name, item) };
  }

  async function upload(request: IncomingMessage, url: URL): Promise<Reply> {
    const body = await buffer(request);
    const name = url.searchParams.get("name") ?? "";
    const id = url.searchParams.get("upload_id");
    if (id) return resume(request, id, body);
    if (url.searchParams.get("uploadType") === "multipart") {
      const [metadata, content] = splitRelated(body, request.headers["content-type"] ?? "");
      return store(name, content, JSON.parse(metadata));
    }
    const begun = randomUUID();
    uploads.set(begun, { name, metadata: JSON.parse(body.toString() || "{}"), parts: [] });
    const location = `http://${request.headers.host}${url.pathname}?uploadType=resumable&upload_id=${begun}`;
    return { status: 200, headers: { location } };
  }

  /** One chunk; the last one has the total in its range. */
  function resume(request: IncomingMessage, id: string, body: Buffer): Reply {
    const known = uploads.get(id);
    if (!known) return toError(404, "No such upload");
    if (body.length > 0) known.parts.push(body);
    const received = Buffer.concat(known.parts);
    const total = request.headers["content-range"]?.split("/").at(-1);
    if (Number(total) === received.length) return store(known.name, received, known.metadata);
    return { status: 308, headers: received.length > 0 ? { range: `bytes=0-${received.length - 1}` } : {} };
  }

  function list({ searchParams }: URL): Reply {
    const prefix = searchParams.get("prefix") ?? "";
    const start = searchParams.get("pageToken") ?? searchParams.get("startOffset") ?? "";
    const found = [...objects].filter(([name]) => name.startsWith(prefix) && name >= start);
    found.sort(([a], [b]) => (a < b ? -1 : 1));
    const items = found.slice(0, maxItems).map(([name, item]) => toResource(name, item));
    return { status: 200, body: { items, nextPageToken: found[maxItems]?.[0] } };
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? "/", "http://standin");
    if (isMachine(url.pathname)) return describeMachine(url.pathname);
    // The address of a begun upload is a credential itself.
    if (request.headers.authorization !== `Bearer ${token}` && !url.searchParams.has("upload_id"))
      return toError(401, "Invalid Credentials");
    const [, name, object] = /^\/(?:upload\/)?storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname) ?? [];
    if (name !== bucket) return toError(404, "The specified bucket does not exist.");
    if (url.pathname.startsWith("/upload/")) return upload(request, url);
    if (!object) return list(url);
    const key = decodeURIComponent(object);
    const item = objects.get(key);
    if (!item) return toError(404, `No such object: ${bucket}/${key}`);
    if (url.searchParams.get("alt") === "media") return download(request, item);
    if (request.method !== "DELETE") return { status: 200, body: toResource(key, item) };
    objects.delete(key);
    return { status: 204 };
  }

  const server = await startFaultyServer((request, response) => {
    void answer(request).then(({ status, body, headers }) => {
      const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
      response.writeHead(status, { "content-type": type, "metadata-flavor": "Google", ...headers });
      response.end(Buffer.isBuffer(body) ? body : body && JSON.stringify(body));
    });
  });
  return {
    ...server,
    // What fails is the store, not the machine.
    fail: (decide) => server.fail((request) => (isMachine(request.path) ? undefined : decide(request))),
    storageUrl: (prefix, name = bucket) => `gs://${name}/${prefix}?endpoint=${server.url}`,
    machine: () => ({
      GCE_METADATA_HOST: new URL(server.url).host,
      METADATA_SERVER_DETECTION: "assume-present",
      GOOGLE_CLOUD_PROJECT: "standin",
    }),
  };
}

function download(request: IncomingMessage, { content }: StoredItem): Reply {
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
  if (start === 0) return { status: 200, body: content };
  const range = `bytes ${start}-${content.length - 1}/${content.length}`;
  return { status: 206, body: content.subarray(start), headers: { "content-range": range } };
}

function describeMachine(path: string): Reply {
  if (path.endsWith("/token"))
    return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: "Bearer" } };
  const body = Buffer.from(path.endsWith("universe-domain") ? "googleapis.com" : "standin");
  return { status: 200, body, headers: { "content-type": "text/plain" } };
}

/** The JSON part and the content of a body of two parts. */
function splitRelated(body: Buffer, type: string): [string, Buffer] {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? "";
  const delimiter = Buffer.from(`--${boundary}`);
  const second = body.indexOf(delimiter, delimiter.length);
  const end = body.lastIndexOf(delimiter);
  const contentOf = (part: Buffer) => part.subarray(part.indexOf("\r\n\r\n") + 4, part.length - 2);
  return [contentOf(body.subarray(0, second)).toString(), contentOf(body.subarray(second, end))];
}
