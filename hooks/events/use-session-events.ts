"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "@/context/live";
import { join } from "@/lib/api/events/join";
import { joinRefusal, type Refusal } from "@/lib/api/events/refusal";
import type { ReaderEvent } from "@/lib/contract/session-events/events";
import { isObject } from "@/lib/utils/json/is-object";
import { useEventStream } from "./use-event-stream";

/** Milliseconds to wait for a socket before falling back to the HTTP event stream. */
const socketTimeoutMs = 5_000;

interface Options {
  slug: string;
  sessionId: string;
  /** The seq to join after; undefined: do not join yet. A lower value also reads earlier events. */
  after: number | undefined;
  /** Seq of the newest event that the reader has. */
  cursor: number;
  /** Must be stable. Can receive the same event twice after a reconnect. */
  onEvent(event: ReaderEvent): void;
}

/** The server has validated the bodies. */
const isEvent = (payload: unknown): payload is ReaderEvent =>
  isObject(payload) &&
  typeof payload.sessionId === "string" &&
  (payload.seq === null || typeof payload.seq === "number") &&
  typeof payload.kind === "string" &&
  typeof payload.at === "string";

/**
 * Follows a session over the socket, and rejoins at the cursor after a reconnect. Without a socket it reads the same
 * events over HTTP. Reading never affects the run.
 */
export function useSessionEvents({ slug, sessionId, after, cursor, onEvent }: Options) {
  const { socket, connected } = useLive();
  const [refusal, setRefusal] = useState<Refusal>();
  const progress = useRef({ cursor: 0, lowest: Number.POSITIVE_INFINITY });
  useEffect(() => {
    progress.current.cursor = cursor;
  }, [cursor]);

  const handleEvent = useCallback(
    (payload: unknown) => {
      if (isEvent(payload) && payload.sessionId === sessionId) onEvent(payload);
    },
    [sessionId, onEvent],
  );
  /** Returns where to continue: `after` if it has not been read yet, else the cursor. */
  const from = useCallback((after: number): number => {
    const { cursor, lowest } = progress.current;
    if (cursor === 0 || after < lowest) {
      progress.current.lowest = Math.min(after, lowest);
      return after;
    }
    return Math.max(after, cursor);
  }, []);

  useEffect(() => {
    if (!socket || !connected || after === undefined) return;
    socket.on("session_event", handleEvent);
    const stopJoining = join(
      socket,
      "join_session",
      () => ({ sessionId, after: from(after) }),
      (answer) => setRefusal(joinRefusal(answer)),
    );
    return () => {
      stopJoining();
      socket.off("session_event", handleEvent);
      socket.emit("leave_session", { sessionId });
    };
  }, [socket, connected, sessionId, after, handleEvent, from]);

  const overHttp = useWithoutSocket();
  const reconnectStream = useEventStream({
    slug,
    sessionId,
    after: overHttp ? after : undefined,
    from,
    handleEvent,
    setRefusal,
  });

  /** Requests the full text of a message that is being written. */
  const requestFullText = useCallback(
    (messageId: string) => {
      if (overHttp) reconnectStream();
      else socket?.emit("partial_again", { sessionId, messageId });
    },
    [overHttp, reconnectStream, socket, sessionId],
  );
  return { requestFullText, refusedReason: refusal?.reason, isRetrying: refusal?.transient === true };
}

/** Returns true once the socket has failed or has not connected in time. */
function useWithoutSocket(): boolean {
  const { connected, unreachable } = useLive();
  const [timedOut, setTimedOut] = useState(false);
  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setTimedOut(true), socketTimeoutMs);
    return () => {
      clearTimeout(timer);
      setTimedOut(false);
    };
  }, [connected]);
  return !connected && (unreachable || timedOut);
}
