import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Pipelined requests that may wait per connection. Browsers send none. */
const maxWaiting = 20;

type Handle = (event: string, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one at a time, because responses must be in order, and at most one per turn of the event
 * loop. Waiting requests are dropped when the client disconnects, and a connection with too many is closed.
 */
export function serializeRequests(handle: Handle): Handle {
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  function begin(event: string, request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => setImmediate(beginNext, request.socket));
    handle(event, request, response);
  }

  function beginNext(socket: Duplex): void {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) next();
    else waiting.delete(socket);
  }

  return (event, request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      begin(event, request, response);
    } else if (queue.length >= maxWaiting) {
      socket.destroy();
    } else {
      queue.push(() => begin(event, request, response));
    }
  };
}
