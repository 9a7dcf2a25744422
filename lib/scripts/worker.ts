import { closeAtEnd } from "@/lib/server/close-at-end";
import { startWork } from "@/lib/server/start";

try {
  closeAtEnd(await startWork(true));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
