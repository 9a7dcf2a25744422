import { Agent, type Response as Answer, fetch, type RequestInit } from "undici";

/** Each request on a connection of its own: one that rests may be closed while this process is busy making the next body. */
const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });

export type Body = string | FormData | undefined;

interface Options {
  method: string;
  headers: Record<string, string>;
  body?: Body;
  longestMs: number;
}

export async function fetchOnce(url: string, { method, headers, body, longestMs }: Options): Promise<Answer> {
  const init: RequestInit = { method, dispatcher, signal: AbortSignal.timeout(longestMs) };
  if (!(body instanceof FormData)) return fetch(url, { ...init, headers, body });
  // The platform's form, which this client does not know.
  const form = new Response(body);
  const type = { "content-type": form.headers.get("content-type") ?? "" };
  return fetch(url, { ...init, headers: { ...headers, ...type }, body: new Uint8Array(await form.arrayBuffer()) });
}
