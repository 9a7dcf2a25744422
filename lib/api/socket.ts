import type { Socket } from "socket.io-client";
import { liveCheckInterval, reconnect, socketPath, socketTransports } from "@/lib/constants/ui";
import { isObject } from "@/lib/utils/is-object";
import { join } from "./join";
import { sessionToken } from "./token";

export interface LiveConnection {
  socket: Socket;
  /** Leaves the last team's room, connects again and joins this team's. Null: no room, only what is personal. */
  enterTeam(teamId: string | null): void;
  close(): void;
}

/** Milliseconds for the server to say that a room was left. */
const leavePatience = 1_000;

interface LiveSettings {
  /** Of the server; this page's own origin by default. */
  url?: string;
  policy?: { attempts: number; delay: number; delayMax: number; jitter: number; timeout: number };
  /** Whose connection it is; by default whoever is signed in. */
  token?: () => string | null;
  /** Milliseconds between two looks at the connection. */
  checkInterval?: number;
}

/** The one connection of this page, with the reconnect policy and the regular check of it. Loaded when first needed. */
export async function openLiveConnection({
  url,
  policy = reconnect,
  token = sessionToken.get,
  checkInterval = liveCheckInterval,
}: LiveSettings = {}): Promise<LiveConnection> {
  const { io } = await import("socket.io-client");
  /** Undefined: not connected yet. */
  let team: string | null | undefined;
  let gaveUp = false;
  let closed = false;
  /** Until then the server has asked not to come back; `performance.now()`. */
  let notBefore = 0;
  let stopJoining = () => {};
  const options = {
    path: socketPath,
    transports: [...socketTransports],
    autoConnect: false,
    auth: (send: (auth: object) => void) => send({ token: token() }),
    reconnection: true,
    reconnectionAttempts: policy.attempts,
    reconnectionDelay: policy.delay,
    reconnectionDelayMax: policy.delayMax,
    randomizationFactor: policy.jitter,
    timeout: policy.timeout,
  };
  const socket = url ? io(url, options) : io(options);
  socket.on("connect", () => {
    gaveUp = false;
    stopJoining();
    if (team) stopJoining = join(socket, "join_room", () => team);
  });
  socket.io.on("reconnect_failed", () => {
    gaveUp = true;
  });
  // Where the server refuses a connection this client does not try again; the check does.
  socket.on("connect_error", (error: Error & { data?: unknown }) => {
    const wait = isObject(error.data) ? Number(error.data.retryAfter) || 0 : 0;
    notBefore = performance.now() + wait * 1_000;
  });
  const anew = () => {
    if (!closed) socket.disconnect().connect();
  };
  // The client leaves a connection that the server has cut alone: who may come back does so soon, with the rights of now.
  let again: ReturnType<typeof setTimeout> | undefined;
  socket.on("disconnect", (reason) => {
    stopJoining();
    if (reason === "io server disconnect") again = setTimeout(anew, policy.delay);
  });
  const check = setInterval(() => {
    if (team === undefined || socket.connected || (socket.active && !gaveUp)) return;
    if (performance.now() < notBefore) return;
    gaveUp = false;
    anew();
  }, checkInterval);

  return {
    socket,
    enterTeam(teamId) {
      if (team === teamId) return;
      const left = team;
      team = teamId;
      // Answered first: what is sent right before the end of a connection is not heard.
      if (left && socket.connected) socket.timeout(leavePatience).emit("leave_room", left, anew);
      else anew();
    },
    close() {
      closed = true;
      clearInterval(check);
      clearTimeout(again);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}
