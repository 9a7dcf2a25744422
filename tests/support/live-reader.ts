import { io, type Socket } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";

/** A signed-in socket, once it is connected. It does not come back by itself when it is cut. */
export async function openSocket(url: string, token: string): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

export interface LiveReader {
  /** Numbers of the logged events, as they came. */
  seqs: number[];
  kinds: string[];
  /** Live text by message, as its pieces made it. */
  texts: Map<string, string>;
  /** Pieces of live text, and those that did not continue what was there. */
  pieces: number;
  gaps: number;
  /** How the run ended, once it has. */
  ended: Promise<string>;
}

/** Follows a session the way a page does, by its socket. */
export async function followSession(socket: Socket, sessionId: string, after = 0): Promise<LiveReader> {
  let settle = (_status: string) => {};
  const ended = new Promise<string>((resolve) => {
    settle = resolve;
  });
  const reader: LiveReader = { seqs: [], kinds: [], texts: new Map(), pieces: 0, gaps: 0, ended };
  socket.on("session_event", (event: SessionEvent) => {
    if (event.sessionId !== sessionId) return;
    const {
      messageId = "",
      offset = 0,
      text = "",
      runStatus,
    } = event.body as Record<string, string | undefined> & {
      offset?: number;
    };
    reader.kinds.push(event.kind);
    if (event.seq !== null) reader.seqs.push(event.seq);
    if (event.kind === "discard") reader.texts.delete(messageId);
    if (event.kind === "delta" || event.kind === "partial") {
      const have = reader.texts.get(messageId) ?? "";
      if (event.kind === "delta" && have.length !== offset) reader.gaps += 1;
      reader.pieces += 1;
      reader.texts.set(messageId, have.slice(0, offset) + text);
    }
    if (event.kind === "status" && runStatus && !["running", "queued"].includes(runStatus)) settle(runStatus);
  });
  const answer: object = await socket.emitWithAck("join_session", { sessionId, after });
  if (!("ok" in answer)) throw new Error(JSON.stringify(answer));
  return reader;
}
