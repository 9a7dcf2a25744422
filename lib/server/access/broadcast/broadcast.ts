import type { Server } from "socket.io";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { openDatabase } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { notifyStored, notifyStoredSoon } from "../../platform/db/notify/stored-messages";
import { log } from "../../platform/log/log";
import { getProvided } from "../../platform/process/registry";
import { endStreams, sendToStreams } from "./open-streams";

export const liveChannel = "muster_live";

/** Messages that every process applies to its connections. */
type LiveMessage =
  | { kind: "cut"; room: string | string[]; except?: string }
  | { kind: "notification"; room: string; notification: object }
  | { kind: "inbox_changed"; room: string }
  | { kind: "notifications_seen"; room: string; notificationIds: string[] }
  | { kind: "session_event"; room: string; event: SessionEvent };

function applyLiveMessage(message: LiveMessage): void {
  const io = getProvided<Server>("io");
  if (message.kind === "notification") {
    io?.to(message.room).emit("notification", message.notification);
    return;
  }
  if (message.kind === "notifications_seen" || message.kind === "inbox_changed") {
    const { kind, room, ...payload } = message;
    io?.to(room).emit(kind, payload);
    return;
  }
  if (message.kind === "session_event") {
    io?.to(message.room).emit("session_event", message.event);
    sendToStreams(message.room, message.event);
    return;
  }
  // A disconnected account may have lost access to a team or link: its runs are reviewed as well.
  getProvided<{ review: () => void }>("run-worker")?.review();
  const sockets = io?.in(message.room);
  (message.except ? sockets?.except(message.except) : sockets)?.disconnectSockets(true);
  const cut = new Set([message.room].flat());
  endStreams((rooms) => rooms.some((room) => cut.has(room)) && !(message.except && rooms.includes(message.except)));
}

/** Applies a message to this process's connections immediately and sends it to the other processes, with retries. */
export async function broadcast(message: LiveMessage): Promise<void> {
  applyLiveMessage(message);
  const text = JSON.stringify(message);
  try {
    const { db } = await openDatabase();
    await notifyStored(db, [{ channel: liveChannel, text }]);
  } catch (error) {
    if (!isTransient(error)) throw error;
    log().warn({ err: error, kind: message.kind }, "a broadcast to other processes is delayed");
    notifyStoredSoon(liveChannel, text);
  }
}

/** Applies a message from another process. */
export function receiveLiveMessage(text: string): void {
  try {
    const message: LiveMessage = JSON.parse(text);
    applyLiveMessage(message);
  } catch (error) {
    log().warn({ err: error }, "a message from another process could not be read");
  }
}
