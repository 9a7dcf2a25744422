import type { Server } from "socket.io";
import type { SessionEvent } from "@/lib/contract/sessions";
import { openDatabase } from "../db/client";
import { isTransient } from "../db/is-transient";
import { notify, notifySoon } from "../db/notify";
import { log } from "../log";
import { provided } from "../registry";
import { endStreams, sendToStreams } from "./open-streams";

export const liveChannel = "muster_live";

/** What every process does with the connections that it holds. */
export type LiveMessage =
  | { kind: "cut"; room: string; except?: string }
  | { kind: "notification"; room: string; notification: object }
  | { kind: "notifications_seen"; room: string; notificationIds: string[] }
  | { kind: "session_event"; room: string; event: SessionEvent };

function act(message: LiveMessage): void {
  const io = provided<Server>("io");
  if (message.kind === "notification") {
    io?.to(message.room).emit("notification", message.notification);
    return;
  }
  if (message.kind === "notifications_seen") {
    io?.to(message.room).emit("notifications_seen", { notificationIds: message.notificationIds });
    return;
  }
  if (message.kind === "session_event") {
    io?.to(message.room).emit("session_event", message.event);
    sendToStreams(message.room, message.event);
    return;
  }
  // Who is cut may be out of a team or a link: what is worked on for them ends as well.
  provided<{ review: () => void }>("run-worker")?.review();
  const sockets = io?.in(message.room);
  (message.except ? sockets?.except(message.except) : sockets)?.disconnectSockets(true);
  endStreams((rooms) => rooms.includes(message.room) && !(message.except && rooms.includes(message.except)));
}

/** Acts on this process's connections at once and tells the other processes, later where the database is in trouble. */
export async function broadcast(message: LiveMessage): Promise<void> {
  act(message);
  const text = JSON.stringify(message);
  try {
    const { db } = await openDatabase();
    await notify(db, liveChannel, text);
  } catch (error) {
    if (!isTransient(error)) throw error;
    log().warn({ err: error, kind: message.kind }, "other processes are told later");
    notifySoon(liveChannel, text);
  }
}

/** What another process has broadcast. */
export function hearLive(text: string): void {
  try {
    act(JSON.parse(text) as LiveMessage);
  } catch (error) {
    log().warn({ err: error }, "a message of another process was not understood");
  }
}
