import type { Socket } from "socket.io-client";
import { liveCheckInterval, reconnect, socketPath, socketTransports } from "@/lib/constants/ui";
import { sessionToken } from "./token";

export interface LiveConnection {
  socket: Socket;
  /** Leaves the last team's room, connects anew and joins this team's. */
  enterTeam(teamId: string): void;
  close(): void;
}

/** The one connection of this page, with the reconnect policy and the regular check of it. Loaded when first needed. */
export async function openLiveConnection(): Promise<LiveConnection> {
  const { io } = await import("socket.io-client");
  let team: string | null = null;
  let gaveUp = false;
  const socket = io({
    path: socketPath,
    transports: [...socketTransports],
    autoConnect: false,
    auth: (send) => send({ token: sessionToken.get() }),
    reconnection: true,
    reconnectionAttempts: reconnect.attempts,
    reconnectionDelay: reconnect.delay,
    reconnectionDelayMax: reconnect.delayMax,
    randomizationFactor: reconnect.jitter,
    timeout: reconnect.timeout,
  });
  socket.on("connect", () => {
    gaveUp = false;
    if (team) socket.emit("join_room", team);
  });
  socket.io.on("reconnect_failed", () => {
    gaveUp = true;
  });
  const check = setInterval(() => {
    if (!team || socket.connected || (socket.active && !gaveUp)) return;
    gaveUp = false;
    socket.disconnect().connect();
  }, liveCheckInterval);

  return {
    socket,
    enterTeam(teamId) {
      if (team === teamId) return;
      if (team && socket.connected) socket.emit("leave_room", team);
      team = teamId;
      socket.disconnect().connect();
    },
    close() {
      clearInterval(check);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}
