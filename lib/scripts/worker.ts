import { closeAtEnd } from "@/lib/server/close-at-end";
import { exitWithReason } from "@/lib/server/failure-reason";
import { startWork } from "@/lib/server/start";

try {
  closeAtEnd(await startWork(true));
} catch (error) {
  exitWithReason(error);
}
