import { serveMetrics } from "@/lib/server/main/serve-metrics";
import { startWork } from "@/lib/server/main/start";
import { exitWithReason } from "@/lib/server/platform/errors/failure-reason";
import { endingMark, readyMark } from "@/lib/server/platform/health/health";
import { onShutdown } from "@/lib/server/platform/lifecycle/on-shutdown";
import { provide } from "@/lib/server/platform/process/registry";

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
