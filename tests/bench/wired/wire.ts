import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { attachFrontGuard } from "@/lib/server/platform/http/front/front-guard";

const channel = "http.server.request.start";

export function wire(): void {
  const first = (message: unknown) => {
    unsubscribe(channel, first);
    attachFrontGuard((message as { server: Server }).server);
  };
  subscribe(channel, first);
}
