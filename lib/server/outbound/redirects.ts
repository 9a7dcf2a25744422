import { OutboundError } from "./outbound-error";

/** One request as it goes out; the body has its final form, so that it can be sent again. */
export interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** All that another host gets to see. Credentials have too many names to list, so what is kept is listed instead. */
const KEPT_ACROSS_HOSTS = new Set(["accept", "accept-encoding", "accept-language", "content-type", "user-agent"]);

export const isRedirect = (status: number): boolean => REDIRECTS.has(status);

/** Credentials stay with their origin; the step from http to https on the default ports of one host counts as staying. */
function sameParty(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  return (
    from.hostname === to.hostname && from.protocol === "http:" && !from.port && to.protocol === "https:" && !to.port
  );
}

/** What to send after this redirect, following fetch's rules for method and body. Throws when it must not be followed. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.parse(location, hop.url);
  if (!url) throw new OutboundError("redirect", `${hop.url.host} redirects to an address that cannot be read.`);
  const toGet = (status === 303 && hop.method !== "HEAD") || (status < 303 && hop.method === "POST");
  const headers = new Headers(hop.headers);
  if (toGet) for (const name of [...headers.keys()]) if (name.startsWith("content-")) headers.delete(name);
  const body = toGet ? null : hop.body;
  if (!sameParty(hop.url, url)) {
    // A body can carry secrets too (an OAuth client's, a prompt): the user has to name its receiver.
    if (body !== null)
      throw new OutboundError("redirect", `${hop.url.host} redirects to ${url.host}. Use that address.`);
    for (const name of [...headers.keys()]) if (!KEPT_ACROSS_HOSTS.has(name)) headers.delete(name);
  }
  if (body instanceof ReadableStream) {
    throw new OutboundError("redirect", `${hop.url.host} redirects to ${url.href}, and a stream cannot be sent twice.`);
  }
  return { url, method: toGet ? "GET" : hop.method, headers, body };
}
