import { startWork } from "@/lib/server/main/start";
import { exitWithReason } from "@/lib/server/platform/errors/failure-reason";
import { onShutdown } from "@/lib/server/platform/lifecycle/on-shutdown";

try {
  onShutdown(await startWork(true));
} catch (error) {
  exitWithReason(error);
}
