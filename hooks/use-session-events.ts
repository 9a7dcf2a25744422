"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLive } from "@/context/live";
import { join } from "@/lib/api/join";
import { joinRefusal, type Refusal } from "@/lib/api/refusal";
import type { SessionEvent } from "@/lib/contract/sessions";
import { isObject } from "@/lib/utils/is-object";
import { useEventStream } from "./use-event-stream";

/** So long a page waits for a socket before it reads the event stream over HTTP; milliseconds. */
const patience = 5_000;

interface Options {
  slug: string;
  sessionId: string;
  /** Where to join; undefined: not yet. A lower one than before reads what came earlier, too. */
  after: number | undefined;
  /** Seq of the newest event that the reader has. */
  cursor: number;
  /** Must be stable. Gets events more than once where a reader joins anew. */
  onEvent(event: SessionEvent): void;
}

const isEvent = (payload: unknown): payload is SessionEvent =>
  isObject(payload) &&
  typeof payload.sessionId === "string" &&
  (payload.seq === null || typeof payload.seq === "number") &&
  typeof payload.kind === "string" &&
  typeof payload.at === "string";

/**
 * Follows a session over the live connection, and joins again from the cursor after every reconnect. Without a socket it
 * reads the same events over HTTP. Reading never influences the run.
 */
export function useSessionEvents({ slug, sessionId, after, cursor, onEvent }: Options) {
  const { socket, connected } = useLive();
  const [refusal, setRefusal] = useState<Refusal>();
  const place = useRef({ cursor: 0, lowest: Number.POSITIVE_INFINITY });
  useEffect(() => {
    place.current.cursor = cursor;
  }, [cursor]);

  const take = useCallback(
    (payload: unknown) => {
      if (isEvent(payload) && payload.sessionId === sessionId) onEvent(payload);
    },
    [sessionId, onEvent],
  );
  /** From `after` while that has not been read yet, else from what is there already. */
  const from = useCallback((after: number): number => {
    const { cursor, lowest } = place.current;
    if (cursor === 0 || after < lowest) {
      place.current.lowest = Math.min(after, lowest);
      return after;
    }
    return Math.max(after, cursor);
  }, []);

  useEffect(() => {
    if (!socket || !connected || after === undefined) return;
    socket.on("session_event", take);
    const stopJoining = join(
      socket,
      "join_session",
      () => ({ sessionId, after: from(after) }),
      (answer) => setRefusal(joinRefusal(answer)),
    );
    return () => {
      stopJoining();
      socket.off("session_event", take);
      socket.emit("leave_session", { sessionId });
    };
  }, [socket, connected, sessionId, after, take, from]);

  const overHttp = useWithoutSocket();
  const joinAnew = useEventStream({ slug, sessionId, after: overHttp ? after : undefined, from, take, setRefusal });

  /** Asks for the whole text of a message that is being written. */
  const askAgain = useCallback(
    (messageId: string) => {
      if (overHttp) joinAnew();
      else socket?.emit("partial_again", { sessionId, messageId });
    },
    [overHttp, joinAnew, socket, sessionId],
  );
  return { askAgain, refused: refusal?.why, isPassing: refusal?.passing === true };
}

/** True once a socket could not be had, or has not come for a while. */
function useWithoutSocket(): boolean {
  const { connected, unreachable } = useLive();
  const [tired, setTired] = useState(false);
  useEffect(() => {
    if (connected) return;
    const timer = setTimeout(() => setTired(true), patience);
    return () => {
      clearTimeout(timer);
      setTired(false);
    };
  }, [connected]);
  return !connected && (unreachable || tired);
}
