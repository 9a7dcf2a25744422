import { io } from "socket.io-client";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { Conversation } from "./processes/muster-reader";

/** Lengths of the live text, and when a reader had them, by `performance.now()`. */
export type Progress = Map<number, number>;

/** Follows the live text of one answer on the server at `url`. */
export async function openProgress({ token, sessionId }: Conversation, url: string) {
  const socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true });
  const progress: Progress = new Map();
  const ended = new Promise<Progress>((resolve) => {
    socket.on("session_event", ({ seq, kind, body }: SessionEvent) => {
      const { offset = 0, text, runStatus } = body as { offset?: number; text?: string; runStatus?: string };
      if (seq === null && text) progress.set(offset + text.length, performance.now());
      if (kind === "status" && runStatus !== "running" && runStatus !== "queued") resolve(progress);
    });
  });
  const answer = await socket.emitWithAck("join_session", { sessionId, after: 0 });
  if (!("ok" in answer)) throw new Error(JSON.stringify(answer));
  return { ended, close: () => socket.disconnect() };
}
