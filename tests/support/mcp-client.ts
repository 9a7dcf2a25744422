import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from "@modelcontextprotocol/client";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { send } from "./client";
import { ownAddress } from "./own-address";
import type { Published } from "./publications";

export const modern = "2026-07-28";

export const mcpPath = ({ publicationId }: Pick<Published, "publicationId">): string => `/mcp/${publicationId}`;

export async function toDispatcher(url: string | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  request.headers.set(CLIENT_ADDRESS_HEADER, ownAddress());
  return dispatch(request, new URL(request.url).pathname);
}

/** The transport of the official client to a publication. */
export const transportTo = (
  published: Pick<Published, "publicationId">,
  options: StreamableHTTPClientTransportOptions,
): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`http://localhost:3000${mcpPath(published)}`), {
    fetch: toDispatcher,
    ...options,
  });

/** The official client, connected to a publication. `era`: the revision that it speaks. */
export async function connect(
  published: Pick<Published, "publicationId" | "key">,
  era: "modern" | "legacy",
  options: ClientOptions = {},
  onConnected: (client: Client) => void = () => {},
): Promise<Client> {
  const transport = transportTo(published, { requestInit: { headers: { authorization: `Bearer ${published.key}` } } });
  const mode = era === "legacy" ? "legacy" : { pin: modern };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, ...options });
  onConnected(client);
  await client.connect(transport);
  return client;
}

interface Sent {
  method: string;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
  capabilities?: object;
}

const nameOf = ({ params = {} }: Sent): string | undefined => {
  const name = params.name ?? params.taskId;
  return typeof name === "string" ? name : undefined;
};

/** A message of the current revision as a client sends it; `headers` replace its own, and those that are empty are left out. */
export async function sendModern(published: Pick<Published, "publicationId" | "key">, sent: Sent) {
  const { method, params = {}, capabilities = {}, headers = {} } = sent;
  const name = nameOf(sent);
  const all = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
    ...headers,
  };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": capabilities,
  };
  const { _meta, ...own } = params as { _meta?: object };
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...own, _meta: { ...meta, ..._meta } } };
  const reply = await send("POST", mcpPath(published), body, {
    token: published.key,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
  });
  const messages = await readMessages(reply.response);
  const last = messages.at(-1) as { result?: Record<string, unknown>; error?: Record<string, unknown> } | undefined;
  return { ...reply, messages, result: last?.result ?? {}, error: last?.error };
}

/** The JSON-RPC messages of a response, sent as one or as a stream. */
async function readMessages(response: Response): Promise<unknown[]> {
  const text = await response.clone().text();
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return text ? [JSON.parse(text)] : [];
  const lines = text.split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => JSON.parse(line.slice(6)));
}
