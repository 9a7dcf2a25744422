import { setImmediate as nextTurn } from "node:timers/promises";
import { maxErrorBytes } from "../shared/answer-limits";
import type { Fetch } from "../shared/settings";
import { createEventFilter, type StreamFormat } from "./event-bounds";

/** The maximum passed to a parser in one call, which bounds how long the event loop is blocked. */
const sliceBytes = 4 * 1024;
const yieldAfterMs = 10;

type Take = (piece: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

/**
 * A provider may be an untrusted server: bounds what its client library parses in one call, and yields to the event loop
 * between chunks. Error bodies are truncated at `maxErrorBytes`. `take` is given each piece of a response, and returns what the
 * library is to read of it.
 */
export const boundResponse =
  (send: Fetch, format: StreamFormat, take?: Take): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const body = response.ok ? boundBody(response.body, format, take) : await truncateBody(response.body);
    const bounded = new Response(body, response);
    Object.defineProperties(bounded, { url: { value: response.url }, redirected: { value: response.redirected } });
    return bounded;
  };

/** Without generators: each would take several turns of the microtask queue for every token. */
function boundBody(body: ReadableStream<Uint8Array>, format: StreamFormat, take: Take = (piece) => piece) {
  const filterBytes = createEventFilter(format);
  const reader = body.getReader();
  let lastYieldAt = performance.now();
  let rest: Uint8Array = new Uint8Array();
  /** The next piece that has anything left after filtering; undefined at the end. */
  const next = async (): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    for (;;) {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        rest = value;
      }
      if (performance.now() - lastYieldAt > yieldAfterMs) {
        await nextTurn();
        lastYieldAt = performance.now();
      }
      const filtered = take(filterBytes(rest.subarray(0, sliceBytes)));
      rest = rest.subarray(sliceBytes);
      if (filtered.length > 0) return filtered;
    }
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const piece = await next();
          if (piece) controller.enqueue(piece);
          else controller.close();
        } catch (error) {
          await reader.cancel(error).catch(() => undefined);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function truncateBody(body: ReadableStream<Uint8Array>): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let remaining = maxErrorBytes;
  for await (const chunk of body) {
    pieces.push(new Uint8Array(chunk.subarray(0, remaining)));
    remaining -= chunk.length;
    if (remaining <= 0) break;
  }
  return new Blob(pieces);
}
