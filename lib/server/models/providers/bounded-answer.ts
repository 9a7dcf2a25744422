import { setImmediate as nextTurn } from "node:timers/promises";
import { maxErrorBytes } from "./answer-limits";
import { boundEvents, type StreamFormat } from "./event-bounds";
import type { Fetch } from "./settings";

/** What a parser is given at once, and for how long others may wait for their turn. */
const sliceBytes = 4 * 1024;
const turnMs = 10;

/**
 * A provider may be anybody's server: bounds what its client library parses at once, before the library sees it, and lets
 * others work between two pieces. An error's body ends after `maxErrorBytes`.
 */
export const boundedAnswer =
  (send: Fetch, format: StreamFormat): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const body = response.ok ? boundedBody(response.body, format) : cutBody(response.body);
    const { status, statusText, headers } = response;
    const bounded = new Response(streamOf(body), { status, statusText, headers });
    Object.defineProperties(bounded, { url: { value: response.url }, redirected: { value: response.redirected } });
    return bounded;
  };

const streamOf = (body: AsyncGenerator<Uint8Array<ArrayBuffer>>) =>
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

async function* boundedBody(body: ReadableStream<Uint8Array>, format: StreamFormat) {
  const bound = boundEvents(format);
  let turnBegan = performance.now();
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      if (performance.now() - turnBegan > turnMs) {
        await nextTurn();
        turnBegan = performance.now();
      }
      const kept = bound(chunk.subarray(at, at + sliceBytes));
      if (kept.length > 0) yield kept;
    }
  }
}

async function* cutBody(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let left = maxErrorBytes;
  for await (const chunk of body) {
    yield new Uint8Array(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) return;
  }
}
