"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useReducer } from "react";
import { useSessionEvents } from "@/hooks/use-session-events";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/calls/sessions";
import type { Session, SessionEvent } from "@/lib/contract/sessions";
import { traceOf } from "@/lib/utils/trace";
import type { TraceRow } from "@/lib/utils/trace-rows";

const take = (events: SessionEvent[], event: SessionEvent): SessionEvent[] => {
  const last = events.at(-1)?.seq ?? 0;
  return event.seq === null || event.seq <= last ? events : [...events, event];
};

/** The rows of a session's trace as they come. Prompts are left out: they are read one at a time. */
export function useTrace(slug: string, sessionId: string) {
  const [events, onEvent] = useReducer(take, []);
  const cursor = events.at(-1)?.seq ?? 0;
  const { refused, isPassing } = useSessionEvents({ slug, sessionId, after: 0, cursor, onEvent });
  const rows = useMemo(() => traceOf(events), [events]);
  const last = events.findLast(({ kind }) => kind === "status")?.body as
    | { status?: Session["status"]; runStatus?: string }
    | undefined;
  return { events, rows, cursor, status: last?.status, asked: last?.runStatus === "waiting", refused, isPassing };
}

/** The prompt of a model call as it was sent, and the event that holds it. */
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
  return useCallback(async (): Promise<SessionEvent[]> => {
    const events: SessionEvent[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const query: { after: number; limit: number } = { after, limit: pageSize };
      const page: { events: SessionEvent[]; next: number | null } = await call(sessions.log, {
        params: { resourceSlug: slug, sessionId },
        query,
      });
      events.push(...page.events);
      after = page.next;
    }
    return events;
  }, [slug, sessionId]);
}
