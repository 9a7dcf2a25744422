"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useLive } from "@/context/live";
import { sessionEventSchema } from "@/lib/contract/sessions";
import {
  applyEvent,
  emptyLog,
  type LogEvent,
  type SessionLog,
  type ThreadMessage,
  withMessages,
} from "@/lib/utils/session-log";

type Action = { type: "event"; event: LogEvent } | { type: "page"; messages: ThreadMessage[]; cursor?: number };

function reduce(log: SessionLog, action: Action): SessionLog {
  if (action.type === "event") return applyEvent(log, action.event);
  const next = withMessages(log, action.messages);
  return action.cursor === undefined ? next : { ...next, cursor: Math.max(next.cursor, action.cursor) };
}

interface Options {
  sessionId: string;
  /** Where to join; undefined: not yet. */
  after: number | undefined;
}

/**
 * Follows a session over the live connection from a cursor, and joins again from what it has after every reconnect.
 * Reading never influences the run.
 */
export function useSessionStream({ sessionId, after }: Options) {
  const { socket, connected } = useLive();
  const [log, dispatch] = useReducer(reduce, emptyLog);
  const ready = after !== undefined;
  const gap = log.gaps[0];

  useEffect(() => {
    if (!socket) return;
    const onEvent = (payload: unknown) => {
      const parsed = sessionEventSchema.safeParse(payload);
      if (parsed.success && parsed.data.sessionId === sessionId) dispatch({ type: "event", event: parsed.data });
    };
    socket.on("session_event", onEvent);
    return () => {
      socket.off("session_event", onEvent);
    };
  }, [socket, sessionId]);

  useEffect(() => {
    if (!socket || !connected || after === undefined) return;
    // The server replays from here; what this reader already has is ignored by its seq.
    socket.emit("join_session", { sessionId, after });
    return () => {
      socket.emit("leave_session", { sessionId });
    };
  }, [socket, connected, sessionId, after]);

  useEffect(() => {
    if (socket && gap) socket.emit("partial_again", { sessionId, messageId: gap });
  }, [socket, sessionId, gap]);

  const addPage = useCallback((messages: ThreadMessage[]) => dispatch({ type: "page", messages }), []);
  return { log, addPage, ready: ready && connected };
}
