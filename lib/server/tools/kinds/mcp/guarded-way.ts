import { setImmediate } from "node:timers/promises";
import type { ToolContext } from "../context";
import { ToolError } from "../tool-error";
import { entryCounter } from "./bounds";

/** Of one answer, all events of a stream together. */
const mostBytes = 4 * 1024 * 1024;
/** Of one connection: a server may ask back, and each answer to it is a request. */
export const maxRequests = 60;
const goodbyeMs = 1_000;
/** Of a stream, that the client is given at a time, and for how long others may wait: it works on all that it has without a pause. */
const pieceBytes = 4_096;
const turnMs = 10;

/** What the client of MCP does not tell: it waits on for an answer that cannot come any more. */
export interface Watch {
  /** A request failed, or its answer broke off. */
  broken: (error: unknown) => void;
  /** A stream came to its end, and can not be taken up again. */
  ended: () => unknown;
}

interface Watched extends Watch {
  isStream: boolean;
  /** Throws when too much has come. */
  count: (piece: Uint8Array) => void;
}

function watched(body: ReadableStream<Uint8Array>, { isStream, count, ...watch }: Watched): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let numbered = false;
  let turnBegan = performance.now();
  let rest: Uint8Array = new Uint8Array();
  return new ReadableStream({
    async pull(controller) {
      try {
        if (performance.now() - turnBegan > turnMs) {
          await setImmediate();
          turnBegan = performance.now();
        }
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            if (isStream && !numbered) watch.ended();
            return;
          }
          rest = value;
        }
        const piece = isStream ? rest.subarray(0, pieceBytes) : rest;
        rest = rest.subarray(piece.length);
        count(piece);
        // The client asks again for what comes after an event that has an id.
        numbered ||= isStream && Buffer.from(piece).includes("id:");
        controller.enqueue(piece);
      } catch (error) {
        watch.broken(error);
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * The fetch that the client of MCP is given: guarded, counted, and ended with the call. A stream for what the server wants to
 * tell by itself is not opened; only a broken answer is taken up again.
 */
export function guardedWay(
  ctx: ToolContext,
  { host, signal, watching }: { host: string; signal: AbortSignal; watching: () => Watch },
): typeof fetch {
  const way = ctx.fetchWith({ maxBytes: mostBytes, headersTimeoutMs: ctx.timeoutMs });
  const counterOf = entryCounter(host);
  let requests = 0;
  return async (input, init = {}) => {
    const { method = "GET" } = init;
    if (method === "GET" && !new Headers(init.headers).has("last-event-id")) return new Response(null, { status: 405 });
    // A stream may end when the next request is under way: what becomes of it concerns the one that it belongs to.
    const watch = watching();
    requests += 1;
    if (requests > maxRequests) {
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
    const again = new Response(watched(answer.body, { ...watch, isStream, count: counterOf(isStream) }), {
      status,
      statusText,
      headers,
    });
    Object.defineProperty(again, "url", { value: answer.url });
    return again;
  };
}
