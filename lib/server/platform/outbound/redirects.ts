import { OutboundError } from "./outbound-error";

/** One request, whose body can be sent again. */
export interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The headers sent to another host. An allowlist, because credentials have too many names. */
const KEPT_ACROSS_HOSTS = new Set(["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Whether credentials may be sent on: to the same origin, or after an upgrade from http to https on default ports. */
function isSameOrigin(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return (
    from.hostname === to.hostname && from.protocol === "http:" && !from.port && to.protocol === "https:" && !to.port
  );
}

/** The next request after a redirect, by fetch's rules for method and body. Throws when it must not be followed. */
export function createNextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.parse(location, hop.url);
  if (!url) throw new OutboundError("redirect", `${hop.url.host} redirects to an invalid URL.`);
  const toGet = (status === 303 && hop.method !== "HEAD") || (status < 303 && hop.method === "POST");
  const headers = new Headers(hop.headers);
  if (toGet) for (const name of [...headers.keys()]) if (name.startsWith("content-")) headers.delete(name);
  const body = toGet ? null : hop.body;
  if (!isSameOrigin(hop.url, url)) {
    // A body can contain secrets too: the user must name its recipient.
    if (body !== null) throw new OutboundError("redirect", `${hop.url.host} redirects to ${url.host}. Use that URL.`);
    for (const name of [...headers.keys()]) if (!KEPT_ACROSS_HOSTS.has(name)) headers.delete(name);
  }
  if (body instanceof ReadableStream) {
    throw new OutboundError("redirect", `${hop.url.host} redirects to ${url.href}, and a stream can't be sent twice.`);
  }
  return { url, method: toGet ? "GET" : hop.method, headers, body };
}
