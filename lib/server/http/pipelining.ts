import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Requests of one connection that may wait for the one before them. Browsers send none. */
const maxWaiting = 20;

type Handle = (event: string, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of a connection one after the other, as their answers go out in that order anyway. What waits is never
 * begun once its client is gone, and a connection with too much of it is cut.
 */
export function inOrder(handle: Handle): Handle {
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  function begin(event: string, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    response.once("close", () => {
      const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
      if (next) next();
      else waiting.delete(socket);
    });
    handle(event, request, response);
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
