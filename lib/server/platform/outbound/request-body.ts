import { OutboundError } from "./outbound-error";
import type { Hop } from "./redirects";

/** Headers of the connection, or that could name another host than the checked one. */
const MANAGED_HEADERS = ["host", "connection", "content-length", "transfer-encoding", "expect", "upgrade", "te"];

function toUrl(input: string | URL): URL {
  const url = URL.parse(input);
  if (!url)
    throw new OutboundError(
      "address",
      `“${String(input).slice(0, 200)}” isn't a valid URL. It must start with https:// or http://.`,
    );
  return url;
}

/**
 * Normalizes fetch's arguments. Bodies other than text, bytes and streams are converted by the platform's Response, because
 * undici accepts only its own FormData.
 */
export async function createFirstHop(input: RequestInfo | URL, init: RequestInit): Promise<Hop> {
  const request = input instanceof Request ? input : undefined;
  const url = toUrl(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers ?? request?.headers);
  const method = (init.method ?? request?.method ?? "GET").toUpperCase();
  const source = init.body ?? (request?.body ? await request.arrayBuffer() : null);
  let body: Hop["body"] = null;
  if (typeof source === "string" || source instanceof ReadableStream) body = source;
  else if (source !== null) {
    const encoded = new Response(source);
    const contentType = encoded.headers.get("content-type");
    if (contentType && !headers.has("content-type")) headers.set("content-type", contentType);
    body = new Uint8Array(await encoded.arrayBuffer());
  }
  if (typeof source === "string" && !headers.has("content-type"))
    headers.set("content-type", "text/plain;charset=UTF-8");
  for (const name of MANAGED_HEADERS) headers.delete(name);
  if (!headers.has("user-agent")) headers.set("user-agent", "Muster");
  if (body !== null && (method === "GET" || method === "HEAD")) {
    throw new OutboundError("address", `A ${method} request can't have a body.`);
  }
  return { url, method, headers, body };
}
