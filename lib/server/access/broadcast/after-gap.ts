import type { Server } from "socket.io";
import { keptMs, receiveMissed } from "../../platform/db/notify/stored-messages";
import { getProvided } from "../../platform/process/registry";
import { liveChannel, receiveLiveMessage } from "./broadcast";
import { checkStreams } from "./open-streams";

/** Messages are deleted by the database's clock. */
const safetyMs = 120_000;

/**
 * Recovers after a gap in notifications from other processes: handles the messages that were kept meanwhile, checks event
 * streams, and stops runs of removed members. After a gap for which messages were not kept, sockets are disconnected: clients
 * reconnect with current permissions and resume from their cursors.
 */
export async function resyncAfterGap(gapMs: number): Promise<void> {
  if (gapMs < keptMs - safetyMs) await receiveMissed(liveChannel, gapMs, receiveLiveMessage);
  else for (const { conn } of getProvided<Server>("io")?.of("/").sockets.values() ?? []) conn.close();
  checkStreams();
  getProvided<{ review: () => void }>("run-worker")?.review();
}
