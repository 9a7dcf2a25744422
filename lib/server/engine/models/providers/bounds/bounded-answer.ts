import { paceBody } from "../../../../platform/outbound/paced-body";
import { maxErrorBytes } from "../shared/answer-limits";
import type { Fetch } from "../shared/settings";
import { createEventFilter, type StreamFormat } from "./event-bounds";

/** The maximum passed to a parser in one call, which bounds how long the event loop is blocked. */
const pieceBytes = 4 * 1024;

/** Is given each piece of a response, and returns what the client library is to read of it. */
export type Take = (piece: Uint8Array) => Uint8Array;

/**
 * A provider may be an untrusted server: bounds what its client library parses in one call, and yields to the event loop
 * between chunks. Error bodies are truncated at `maxErrorBytes`.
 */
export const boundResponse =
  (send: Fetch, format: StreamFormat, take: Take = (piece) => piece): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.body) return response;
    const filterBytes = createEventFilter(format);
    const body = response.ok
      ? paceBody(response.body, { pieceBytes, take: (piece) => take(filterBytes(piece)) })
      : await truncateBody(response.body);
    const bounded = new Response(body, response);
    Object.defineProperties(bounded, { url: { value: response.url }, redirected: { value: response.redirected } });
    return bounded;
  };

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
