import { createServer } from "node:http";
import { startWork } from "@/lib/server/main/start";
import { env } from "@/lib/server/platform/env/env";
import { exitWithReason } from "@/lib/server/platform/errors/failure-reason";
import { endingMark, handleHealth, readyMark } from "@/lib/server/platform/health/health";
import { onShutdown } from "@/lib/server/platform/lifecycle/on-shutdown";
import { handleMetrics } from "@/lib/server/platform/metrics/handle-metrics";
import { provide } from "@/lib/server/platform/process/registry";

/** Serves `/metrics`, `/healthz` and `/readyz` on METRICS_PORT. Rejects if the port is in use. */
function serveMetrics(): Promise<void> {
  const { METRICS_PORT: port, HOST: host = "127.0.0.1" } = env();
  const server = createServer((request, response) => {
    if (!handleHealth(request, response) && !handleMetrics(request, response)) response.writeHead(404).end();
  });
  return new Promise((resolve, reject) => {
    if (port === 0) return resolve();
    server.once("error", reject).listen({ port, host }, () => resolve());
  });
}

try {
  await serveMetrics();
  const close = await startWork(true);
  provide(readyMark, true);
  onShutdown(() => {
    provide(endingMark, true);
    return close();
  });
} catch (error) {
  exitWithReason(error);
}
