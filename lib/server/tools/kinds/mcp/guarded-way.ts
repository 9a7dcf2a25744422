import type { ToolContext } from "../context";
import { ToolError } from "../tool-error";

/** Of one answer, all events of a stream together. */
const mostBytes = 4 * 1024 * 1024;
/** Values in its JSON. */
const mostEntries = 200_000;
/** Of one connection: a server may ask back, and each answer to it is a request. */
const mostRequests = 60;
const goodbyeMs = 1_000;

/** What the client of MCP does not tell: it waits on for an answer that cannot come any more. */
export interface Watch {
  /** A request failed, or its answer broke off. */
  broken: (error: unknown) => void;
  /** A stream came to its end, and can not be taken up again. */
  ended: () => unknown;
}

function watched(body: ReadableStream<Uint8Array>, isStream: boolean, watch: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let numbered = false;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          // The client asks again for what comes after an event that has an id.
          numbered ||= isStream && Buffer.from(value).includes("id:");
          return controller.enqueue(value);
        }
        controller.close();
        if (isStream && !numbered) watch.ended();
      } catch (error) {
        watch.broken(error);
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * The fetch that the client of MCP is given: guarded, counted, and ended with the call. A stream for what the server wants to
 * tell by itself is not opened; only a broken answer is taken up again.
 */
export function guardedWay(ctx: ToolContext, signal: AbortSignal, watching: () => Watch): typeof fetch {
  const way = ctx.fetchWith({ maxBytes: mostBytes, maxJsonEntries: mostEntries, headersTimeoutMs: ctx.timeoutMs });
  let requests = 0;
  return async (input, init = {}) => {
    const { method = "GET" } = init;
    if (method === "GET" && !new Headers(init.headers).has("last-event-id")) return new Response(null, { status: 405 });
    // A stream may end when the next request is under way: what becomes of it concerns the one that it belongs to.
    const watch = watching();
    requests += 1;
    if (requests > mostRequests) {
      const error = new ToolError("The MCP server asks back too often.");
      watch.broken(error);
      throw error;
    }
    // The goodbye is sent when the call is over.
    const until = method === "DELETE" ? AbortSignal.timeout(goodbyeMs) : signal;
    const within = init.signal && method !== "DELETE" ? AbortSignal.any([until, init.signal]) : until;
    const answer = await way(input, { ...init, signal: within });
    if (!answer.body || method === "DELETE") return answer;
    const { status, statusText, headers } = answer;
    const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
    const again = new Response(watched(answer.body, isStream, watch), { status, statusText, headers });
    Object.defineProperty(again, "url", { value: answer.url });
    return again;
  };
}
