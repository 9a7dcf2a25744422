import { setImmediate as nextTurn } from "node:timers/promises";
import { maxErrorBytes } from "../shared/answer-limits";
import type { Fetch } from "../shared/settings";
import { createEventFilter, type StreamFormat } from "./event-bounds";

/** The maximum passed to a parser in one call, which bounds how long the event loop is blocked. */
const sliceBytes = 4 * 1024;
const yieldAfterMs = 10;

/**
 * A provider may be an untrusted server: bounds what its client library parses in one call, and yields to the event loop
 * between chunks. Error bodies are truncated at `maxErrorBytes`.
 */
export const boundResponse =
  (send: Fetch, format: StreamFormat): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const body = response.ok ? boundBody(response.body, format) : truncateBody(response.body);
    const { status, statusText, headers } = response;
    const bounded = new Response(toStream(body), { status, statusText, headers });
    Object.defineProperties(bounded, { url: { value: response.url }, redirected: { value: response.redirected } });
    return bounded;
  };

const toStream = (body: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await body.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await body.return(undefined)),
    },
    { highWaterMark: 0 },
  );

async function* boundBody(body: ReadableStream<Uint8Array>, format: StreamFormat) {
  const filterBytes = createEventFilter(format);
  let lastYieldAt = performance.now();
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      if (performance.now() - lastYieldAt > yieldAfterMs) {
        await nextTurn();
        lastYieldAt = performance.now();
      }
      const filtered = filterBytes(chunk.subarray(at, at + sliceBytes));
      if (filtered.length > 0) yield filtered;
    }
  }
}

async function* truncateBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let remaining = maxErrorBytes;
  for await (const chunk of body) {
    yield new Uint8Array(chunk.subarray(0, remaining));
    remaining -= chunk.length;
    if (remaining <= 0) return;
  }
}
