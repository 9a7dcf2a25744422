import type { Server } from "socket.io";
import { getProvided } from "../../platform/process/registry";
import { checkStreams } from "./open-streams";

/**
 * Recovers after a gap in notifications from other processes. Sockets are disconnected: clients reconnect with current
 * permissions and resume from their cursors. Event streams catch up anyway, and are only checked. Runs of removed members are
 * stopped.
 */
export function resyncAfterGap(): void {
  for (const { conn } of getProvided<Server>("io")?.of("/").sockets.values() ?? []) conn.close();
  checkStreams();
  getProvided<{ review: () => void }>("run-worker")?.review();
}
