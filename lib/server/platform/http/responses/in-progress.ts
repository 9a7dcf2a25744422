import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { singleton } from "../../process/registry";

const maxMs = 3_000;
const pollMs = 20;

const inProgress = () => singleton("responses-in-progress", () => new Set<ServerResponse>());

export function trackResponse(response: ServerResponse): void {
  inProgress().add(response);
  response.once("close", () => inProgress().delete(response));
}

/** Waits for responses in progress, for at most three seconds. The server must have stopped listening. */
export async function finishResponses(server: Server): Promise<void> {
  for (const end = performance.now() + maxMs; inProgress().size > 0 && performance.now() < end; ) {
    // Otherwise clients would send further requests on them.
    server.closeIdleConnections();
    await sleep(pollMs);
  }
  server.closeIdleConnections();
}
