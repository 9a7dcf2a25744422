import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type LoopbackServer, loopbackServer } from "../loopback-server";

export type Reply = (request: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>;

export interface HostileService extends LoopbackServer {
  /** From now on. */
  reply: (with_: Reply) => void;
}

/** A server on a loopback address that does to each request what a test tells it to. */
export async function hostileService(): Promise<HostileService> {
  let current: Reply = (_, __, response) => void response.end();
  const server = await loopbackServer(async (request, response) => {
    // A reader that has had enough leaves.
    response.on("error", () => undefined);
    await Promise.resolve(current(request, await text(request), response)).catch(() => response.destroy());
  });
  return {
    ...server,
    reply: (next) => {
      current = next;
    },
  };
}
