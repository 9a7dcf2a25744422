import { env } from "../platform/env/env";
import { handleHealth } from "../platform/health/health";
import { handleMetrics } from "../platform/metrics/handle-metrics";
import { addOwnEndpoint } from "../platform/outbound/instance";
import { listenInternally } from "../platform/peers/internal-server";

/** Serves this process's `/metrics`, `/healthz` and `/readyz` on METRICS_PORT, if it is set. Rejects if the port is in use. */
export async function serveMetrics(): Promise<void> {
  const { METRICS_PORT: port, HOST: host = "127.0.0.1" } = env();
  if (port === 0) return;
  await listenInternally(host, port, (request, response) => {
    if (!handleHealth(request, response) && !handleMetrics(request, response)) response.writeHead(404).end();
  }).catch(({ message }: Error) => {
    throw new Error(`Metrics can't be served on METRICS_PORT: ${message}.`);
  });
  addOwnEndpoint({ port });
}
