import { io, type Socket } from "socket.io-client";
import { liveCheckInterval, reconnect, socketPath, socketTransports } from "@/lib/constants/ui";
import { isObject } from "@/lib/utils/json/is-object";
import { sessionToken } from "../tokens/token";
import { join } from "./join";

export interface LiveConnection {
  socket: Socket;
  /** Leaves the previous team's room, reconnects and joins this team's. Null: no room, only personal events. */
  enterTeam(teamId: string | null): void;
  close(): void;
}

/** Timeout for leaving a room, in milliseconds. */
const leaveTimeoutMs = 1_000;

interface LiveSettings {
  /** The server's URL; by default the page's origin. */
  url?: string;
  policy?: { attempts: number; delay: number; delayMax: number; jitter: number; timeout: number };
  /** Token of the connection; by default the session token. */
  token?: () => string | null;
  /** Milliseconds between two checks of the connection. */
  checkInterval?: number;
}

/** Opens the page's connection, with its reconnect policy and regular checks. Pages import this module on first use. */
export function openLiveConnection({
  url,
  policy = reconnect,
  token = sessionToken.get,
  checkInterval = liveCheckInterval,
}: LiveSettings = {}): LiveConnection {
  /** Undefined: not connected yet. */
  let team: string | null | undefined;
  let gaveUp = false;
  let closed = false;
  /** Earliest time of a reconnect, as set by the server; compare with `performance.now()`. */
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
  // Socket.IO does not retry a refused connection; the regular check does.
  socket.on("connect_error", (error: Error & { data?: unknown }) => {
    const wait = isObject(error.data) ? Number(error.data.retryAfter) || 0 : 0;
    notBefore = performance.now() + wait * 1_000;
  });
  const reopen = () => {
    if (!closed) socket.disconnect().connect();
  };
  // Socket.IO does not reconnect after a disconnect by the server: reconnect soon, with the current permissions.
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  socket.on("disconnect", (reason) => {
    stopJoining();
    if (reason === "io server disconnect") reopenTimer = setTimeout(reopen, policy.delay);
  });
  const check = setInterval(() => {
    if (team === undefined || socket.connected || (socket.active && !gaveUp)) return;
    if (performance.now() < notBefore) return;
    gaveUp = false;
    reopen();
  }, checkInterval);

  return {
    socket,
    enterTeam(teamId) {
      if (team === teamId) return;
      const previousTeam = team;
      team = teamId;
      // Wait for the acknowledgment: what is sent right before disconnecting is lost.
      if (previousTeam && socket.connected) socket.timeout(leaveTimeoutMs).emit("leave_room", previousTeam, reopen);
      else reopen();
    },
    close() {
      closed = true;
      clearInterval(check);
      clearTimeout(reopenTimer);
      socket.disconnect();
      socket.removeAllListeners();
    },
  };
}
