import { paceBody } from "../../../../platform/outbound/paced-body";
import type { ToolContext } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { createEntryCounter } from "./bounds";

/** Per response, all events of a stream together. */
const maxBytes = 4 * 1024 * 1024;
/** Per connection: a server may send requests, and each response to it is a request. */
export const maxRequests = 60;
const goodbyeMs = 1_000;
/** Maximum bytes of a stream passed to the client at a time: it processes them synchronously. */
const pieceBytes = 1_024;

/** Events that the MCP client does not report: without them it would wait for a response that cannot arrive. */
export interface Watch {
  /** A request failed, or its response was truncated. */
  broken: (error: unknown) => void;
  /** A stream ended and cannot be resumed. */
  ended: () => unknown;
}

/**
 * The fetch for the MCP client: guarded, counted, and aborted with the call. The stream for server-initiated messages is not
 * opened; only a truncated response is resumed.
 */
export function createGuardedFetch(
  ctx: ToolContext,
  connection: { readonly host: string; readonly initialized: boolean; signal: AbortSignal; watching: () => Watch },
): typeof fetch {
  const fetchLimited = ctx.fetchWith({ maxBytes: maxBytes, headersTimeoutMs: ctx.timeoutMs });
  const { signal, watching } = connection;
  const createCounter = createEntryCounter(connection);
  let requests = 0;
  return async (input, init = {}) => {
    const { method = "GET" } = init;
    if (method === "GET" && !new Headers(init.headers).has("last-event-id")) return new Response(null, { status: 405 });
    // A stream may end during the next request: its end concerns the request that it belongs to.
    const watch = watching();
    requests += 1;
    if (requests > maxRequests) {
      const error = new ToolError("The MCP server sent too many requests.");
      watch.broken(error);
      throw error;
    }
    // The session's DELETE is sent after the call.
    const until = method === "DELETE" ? AbortSignal.timeout(goodbyeMs) : signal;
    const within = init.signal && method !== "DELETE" ? AbortSignal.any([until, init.signal]) : until;
    const response = await fetchLimited(input, { ...init, signal: within });
    if (!response.body || method === "DELETE") return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const count = createCounter(isStream);
    let numbered = false;
    const body = paceBody(response.body, {
      pieceBytes: isStream ? pieceBytes : Number.POSITIVE_INFINITY,
      take: (piece) => {
        count(piece);
        // The client resumes after events that have an id.
        numbered ||= isStream && Buffer.from(piece).includes("id:");
        return piece;
      },
      onEnd: () => isStream && !numbered && watch.ended(),
      onError: watch.broken,
    });
    const watchedResponse = new Response(body, response);
    Object.defineProperty(watchedResponse, "url", { value: response.url });
    return watchedResponse;
  };
}
