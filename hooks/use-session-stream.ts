"use client";

import { useCallback, useEffect, useReducer } from "react";
import { applyEvent } from "@/lib/utils/session-log";
import {
  emptyLog,
  type LogEvent,
  type SessionLog,
  type ThreadMessage,
  withMessages,
} from "@/lib/utils/session-log-state";
import { useSessionEvents } from "./use-session-events";

type Action = { type: "event"; event: LogEvent } | { type: "page"; messages: ThreadMessage[] };

const reduce = (log: SessionLog, action: Action): SessionLog =>
  action.type === "event" ? applyEvent(log, action.event) : withMessages(log, action.messages);

interface Options {
  slug: string;
  sessionId: string;
  /** Where to join; undefined: not yet. A lower one than before reads what came earlier, too. */
  after: number | undefined;
}

/** What is known of a session, kept up to date. */
export function useSessionStream(options: Options) {
  const [log, dispatch] = useReducer(reduce, emptyLog);
  const onEvent = useCallback((event: LogEvent) => dispatch({ type: "event", event }), []);
  const addPage = useCallback((messages: ThreadMessage[]) => dispatch({ type: "page", messages }), []);
  const { askAgain, refused } = useSessionEvents({ ...options, cursor: log.cursor, onEvent });

  const gap = log.gaps[0];
  useEffect(() => {
    if (gap) askAgain(gap);
  }, [gap, askAgain]);

  return { log, addPage, onEvent, refused };
}
