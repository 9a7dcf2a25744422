import type { Server } from "socket.io";
import { provided } from "../registry";
import { checkStreams } from "./open-streams";

/**
 * Makes up for what other processes may have broadcast while nobody here listened. Sockets lose their transport: clients
 * come back with the rights of now, read what they have missed and go on from their cursors. Event streams are read on
 * anyway, and only checked. Runs of people who were removed are stopped.
 */
export function recoverFromGap(): void {
  for (const { conn } of provided<Server>("io")?.of("/").sockets.values() ?? []) conn.close();
  checkStreams();
  provided<{ review: () => void }>("run-worker")?.review();
}
