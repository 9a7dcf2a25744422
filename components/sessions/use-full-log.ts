"use client";

import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api/browser";
import { type SessionEvent, sessions } from "@/lib/contract/sessions";

const pageSize = 200;
const pagesMost = 50;

async function readAll(slug: string, sessionId: string, signal: AbortSignal): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  let after: number | null = 0;
  for (let page = 0; after !== null && page < pagesMost; page += 1) {
    const query: { after: number; limit: number } = { after, limit: pageSize };
    const answer: { events: SessionEvent[]; next: number | null } = await call(sessions.log, {
      params: { resourceSlug: slug, sessionId },
      query,
      signal,
    });
    events.push(...answer.events);
    after = answer.next;
  }
  return events;
}

/** The whole log of a session, with prompts; read again as `cursor` moves on. */
export function useFullLog(slug: string, sessionId: string, cursor: number) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["sessions", "full-log", slug, sessionId, cursor],
    queryFn: ({ signal }) => readAll(slug, sessionId, signal),
    placeholderData: (before) => before,
  });
  return { events: data ?? [], error, loading: isPending, reload: () => void refetch() };
}
