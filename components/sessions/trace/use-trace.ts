"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useReducer } from "react";
import { useSessionEvents } from "@/hooks/events/use-session-events";
import { call } from "@/lib/api/browser";
import type { LoggedEvent, ReaderEvent } from "@/lib/contract/session-events/events";
import { sessions } from "@/lib/contract/sessions/calls";
import { buildTrace } from "@/lib/session-log/trace";
import type { TraceEvent, TraceRow } from "@/lib/session-log/trace-rows";

const appendEvent = (events: TraceEvent[], event: ReaderEvent): TraceEvent[] => {
  const last = events.at(-1)?.seq ?? 0;
  return event.seq === null || event.seq <= last ? events : [...events, event];
};

/** The live rows of a session's trace, without prompts, which are loaded one at a time. */
export function useTrace(slug: string, sessionId: string) {
  const [events, onEvent] = useReducer(appendEvent, []);
  const cursor = events.at(-1)?.seq ?? 0;
  const { refusedReason, isRetrying } = useSessionEvents({ slug, sessionId, after: 0, cursor, onEvent });
  const rows = useMemo(() => buildTrace(events), [events]);
  const last = events.findLast((event) => event.kind === "status")?.body;
  return {
    events,
    rows,
    cursor,
    status: last?.status,
    awaitsInput: last?.runStatus === "waiting",
    refusedReason,
    isRetrying,
  };
}

/** Loads the prompt of a model call, with its event. */
export function usePrompt(slug: string, sessionId: string, row: TraceRow) {
  const seq = row.kind === "model" ? Number(row.key) : undefined;
  return useQuery({
    queryKey: ["sessions", "prompt", slug, sessionId, seq],
    enabled: seq !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = { after: (seq ?? 1) - 1, limit: 1 };
      const { events } = await call(sessions.log, { params: { resourceSlug: slug, sessionId }, query, signal });
      return events[0] ?? null;
    },
  });
}

const pageSize = 500;

/** The whole log, prompts included. */
export function useReadLog(slug: string, sessionId: string) {
  return useCallback(async (): Promise<LoggedEvent[]> => {
    const events: LoggedEvent[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const query: { after: number; limit: number } = { after, limit: pageSize };
      const page: { events: LoggedEvent[]; next: number | null } = await call(sessions.log, {
        params: { resourceSlug: slug, sessionId },
        query,
      });
      events.push(...page.events);
      after = page.next;
    }
    return events;
  }, [slug, sessionId]);
}
