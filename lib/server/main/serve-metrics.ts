import { createServer } from "node:http";
import { env } from "../platform/env/env";
import { handleHealth } from "../platform/health/health";
import { listenInternally } from "../platform/http/internal-server";
import { handleMetrics } from "../platform/metrics/handle-metrics";
import { addOwnEndpoint } from "../platform/outbound/instance";

/** Serves this process's `/metrics`, `/healthz` and `/readyz` on METRICS_PORT, if it is set. Rejects if the port is in use. */
export async function serveMetrics(): Promise<void> {
  const { METRICS_PORT: port, HOST: host = "127.0.0.1" } = env();
  if (port === 0) return;
  const server = createServer((request, response) => {
    if (!handleHealth(request, response) && !handleMetrics(request, response)) response.writeHead(404).end();
  });
  await listenInternally(server, host, port).catch(({ message }: Error) => {
    throw new Error(`Metrics can't be served on METRICS_PORT: ${message}.`);
  });
  addOwnEndpoint({ port });
}
