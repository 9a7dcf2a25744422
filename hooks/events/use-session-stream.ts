"use client";

import { useCallback, useEffect, useReducer } from "react";
import type { ReaderEvent } from "@/lib/contract/session-events/events";
import { applyEvent } from "@/lib/session-log/apply-event";
import { emptyLog, type SessionLog, type ThreadMessage, withMessages } from "@/lib/session-log/state";
import { useSessionEvents } from "./use-session-events";

type Action = { type: "event"; event: ReaderEvent } | { type: "page"; messages: ThreadMessage[] };

const reduce = (log: SessionLog, action: Action): SessionLog =>
  action.type === "event" ? applyEvent(log, action.event) : withMessages(log, action.messages);

interface Options {
  slug: string;
  sessionId: string;
  /** The seq to join after; undefined: do not join yet. A lower value also reads earlier events. */
  after: number | undefined;
}

/** Returns the live state of a session. */
export function useSessionStream(options: Options) {
  const [log, dispatch] = useReducer(reduce, emptyLog);
  const onEvent = useCallback((event: ReaderEvent) => dispatch({ type: "event", event }), []);
  const addPage = useCallback((messages: ThreadMessage[]) => dispatch({ type: "page", messages }), []);
  const { requestFullText, refusedReason } = useSessionEvents({ ...options, cursor: log.cursor, onEvent });

  const gap = log.gaps[0];
  useEffect(() => {
    if (gap) requestFullText(gap);
  }, [gap, requestFullText]);

  return { log, addPage, onEvent, refusedReason };
}
