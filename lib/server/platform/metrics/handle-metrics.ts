import type { IncomingMessage, ServerResponse } from "node:http";
import { safeEqual } from "../crypto/tokens";
import { env } from "../env/env";
import { log } from "../log/log";
import { currentMetrics } from "./current";

const json = "application/json; charset=utf-8";

/** Responds to `/metrics`, which requires METRICS_TOKEN. True when the request was that. */
export function handleMetrics(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.url?.split("?", 1)[0] !== "/metrics") return false;
  request.resume();
  respond(request, response).catch((error: unknown) => {
    log().error({ err: error }, "metrics could not be rendered");
    response.destroy();
  });
  return true;
}

async function respond({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(method === "HEAD" ? undefined : text);
  };
  const refuse = (status: number, error: string, code: string) => send(status, json, JSON.stringify({ error, code }));
  const { METRICS_TOKEN } = env();
  const metrics = currentMetrics();
  if (!METRICS_TOKEN || !metrics) return refuse(404, "Metrics are turned off.", "not_found");
  if (method !== "GET" && method !== "HEAD") return refuse(405, "Use GET.", "invalid");
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (!safeEqual(token, METRICS_TOKEN)) {
    response.setHeader("www-authenticate", "Bearer");
    return refuse(401, "Send METRICS_TOKEN as a bearer token.", "unauthenticated");
  }
  const { type, text } = await metrics.print();
  send(200, type, text);
}
