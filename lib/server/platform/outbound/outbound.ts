import type { LookupAddress } from "node:dns";
import { Agent, fetch as undiciFetch } from "undici";
import { pluralize } from "@/lib/utils/text/pluralize";
import { recordWait } from "../lifecycle/call-in-progress";
import { formatHostAndPort, normalizeHost } from "./address";
import { type AddressRules, createAddressCheck } from "./address-check";
import { guardedConnector } from "./connector";
import { type BodyLimits, limitBody, tooLarge } from "./limited-body";
import { OutboundError, toOutboundError } from "./outbound-error";
import { createNextHop, type Hop, isRedirect } from "./redirects";
import { createFirstHop } from "./request-body";

export interface OutboundLimits {
  /** From the call to the last response's headers, including redirects. Default 10 s. */
  headersTimeoutMs?: number;
  /** Of the response, after decompression. Default 5 MB. */
  maxBytes?: number;
  /** Objects, arrays and values of a JSON response. Absent: not parsed as JSON. */
  maxJsonEntries?: number;
  /** Objects and arrays of these, which are more expensive than scalars. */
  maxJsonParts?: number;
}

export interface Outbound {
  fetch: typeof fetch;
  /** The same with other limits, for a client library that accepts a `fetch`. */
  fetchWith: (limits: OutboundLimits) => typeof fetch;
  /** For a client that accepts no fetch: checks a host and returns the address to dial. */
  resolveAndPin: (host: string, port: number) => Promise<LookupAddress>;
  close: () => Promise<void>;
}

const HEADERS_TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Between two chunks, because reasoning models may be silent for minutes. */
const IDLE_TIMEOUT_MS = 300_000;
const NO_BODY = new Set([101, 204, 205, 304]);

const formatTarget = (url: URL): string =>
  url.port ? formatHostAndPort(url.hostname.replace(/^\[|\]$/g, ""), Number(url.port)) : url.hostname;

function checkUrl(url: URL): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutboundError("address", `Only http and https URLs can be called, not ${url.protocol}//`);
  }
  if (url.username || url.password) {
    throw new OutboundError("address", "A URL can't contain a username or password. Use a header instead.");
  }
  const host = normalizeHost(url.hostname) ?? url.hostname;
  url.hostname = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

/** The only access to user-provided addresses (rule 5 of the security notes). */
export function createOutbound(rules: AddressRules): Outbound {
  const check = createAddressCheck(rules);
  const dispatcher = new Agent({
    connect: guardedConnector(check),
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });

  async function send(hop: Hop, signal: AbortSignal) {
    checkUrl(hop.url);
    try {
      return await undiciFetch(hop.url, {
        method: hop.method,
        headers: [...hop.headers],
        body: hop.body,
        duplex: "half",
        redirect: "manual",
        signal,
        dispatcher,
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw toOutboundError(error, formatTarget(hop.url), "unreachable");
    }
  }

  async function guarded(input: RequestInfo | URL, init: RequestInit, limits: OutboundLimits): Promise<Response> {
    recordWait();
    const { maxBytes = MAX_BYTES, maxJsonEntries, maxJsonParts, headersTimeoutMs = HEADERS_TIMEOUT_MS } = limits;
    const caller = init.signal ?? (input instanceof Request ? input.signal : undefined);
    const late = new AbortController();
    const signal = caller ? AbortSignal.any([caller, late.signal]) : late.signal;
    signal.throwIfAborted();
    let hop = await createFirstHop(input, init);
    const timer = setTimeout(() => {
      const seconds = Math.round(headersTimeoutMs / 100) / 10;
      late.abort(
        new OutboundError("timeout", `${formatTarget(hop.url)} didn't respond within ${pluralize(seconds, "second")}.`),
      );
    }, headersTimeoutMs);
    try {
      const mode = init.redirect ?? (input instanceof Request ? input.redirect : "follow");
      for (let redirects = 0; ; redirects++) {
        const answer = await send(hop, signal);
        const location = isRedirect(answer.status) ? answer.headers.get("location") : null;
        if (location === null || mode === "manual")
          return buildResponse(answer, hop, redirects, { maxBytes, maxJsonEntries, maxJsonParts, signal: caller });
        await answer.body?.cancel();
        const target = formatTarget(hop.url);
        if (mode === "error")
          throw new OutboundError("redirect", `${target} redirects to another URL, and redirects aren't allowed.`);
        if (redirects === MAX_REDIRECTS) throw new OutboundError("redirect", `${target} redirects too many times.`);
        hop = createNextHop(hop, answer.status, location);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const fetchWith =
    (limits: OutboundLimits): typeof fetch =>
    (input, init = {}) =>
      guarded(input, init, limits);

  return {
    fetch: fetchWith({}),
    fetchWith,
    async resolveAndPin(host, port) {
      recordWait();
      const [first] = await check(host, port);
      if (!first) throw new OutboundError("unreachable", `Couldn't reach ${formatHostAndPort(host, port)}.`);
      return first;
    },
    close: () => dispatcher.destroy(),
  };
}

/** A platform Response, which libraries expect, with the counted body. */
function buildResponse(
  answer: Awaited<ReturnType<typeof undiciFetch>>,
  hop: Hop,
  redirects: number,
  limits: BodyLimits & { signal: AbortSignal | null | undefined },
): Response {
  const target = formatTarget(hop.url);
  const headers = new Headers([...answer.headers]);
  const declared = headers.has("content-encoding") || hop.method === "HEAD" ? 0 : Number(headers.get("content-length"));
  if (declared > limits.maxBytes) {
    void answer.body?.cancel();
    throw tooLarge(target, limits.maxBytes);
  }
  const source = NO_BODY.has(answer.status) ? null : answer.body;
  const body = source && limitBody(source, { ...limits, target, signal: limits.signal ?? undefined });
  const response = new Response(body, { status: answer.status, statusText: answer.statusText, headers });
  Object.defineProperties(response, { url: { value: hop.url.href }, redirected: { value: redirects > 0 } });
  return response;
}
