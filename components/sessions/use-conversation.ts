"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { toast } from "react-toastify";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useSessionStream } from "@/hooks/use-session-stream";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions";
import type { ThreadMessage } from "@/lib/utils/session-log";

const pageSize = 50;
const activeStates = new Set(["queued", "running"]);

/** A session with its messages, its live stream and what can be done in it. */
export function useConversation(slug: string, sessionId: string) {
  const params = { resourceSlug: slug, sessionId };
  const queries = useQueryClient();
  const session = useEndpoint(sessions.get, { params });
  const first = useEndpoint(sessions.messages, { params, query: { limit: pageSize } });
  const firstPage = first.data;
  // Where the stream joins: just before the oldest message on the first page, so calls and notices come along.
  const [joinAt, setJoinAt] = useState<number>();
  const { log, addPage, ready } = useSessionStream({ sessionId, after: joinAt });
  const [older, setOlder] = useState<{ next: string | null; loading: boolean }>();

  useEffect(() => {
    if (!firstPage || joinAt !== undefined) return;
    addPage(firstPage.messages as ThreadMessage[]);
    setOlder({ next: firstPage.next, loading: false });
    setJoinAt(firstPage.next ? Math.max(0, (firstPage.messages[0]?.seq ?? 1) - 1) : 0);
  }, [firstPage, joinAt, addPage]);

  const status = log.status ?? session.data?.session.status ?? "started";
  const ended = log.status !== null && !activeStates.has(log.status);
  useEffect(() => {
    // Totals and the name are the server's: read them again when a run has ended.
    if (ended) void queries.invalidateQueries({ queryKey: ["sessions", sessions.get.name] });
  }, [ended, queries]);

  const act = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toast.error(errorMessage(error));
      return false;
    }
  }, []);

  const actions = useMemo(() => {
    const target = { resourceSlug: slug, sessionId };
    const start = (body: { message?: string; fileIds?: string[]; replaces?: string }) =>
      act(() => call(sessions.start, { params: target, body }));
    return {
      send: (message: string, fileIds: string[]) => start({ message, fileIds }),
      stop: () => act(() => call(sessions.cancel, { params: target })),
      retry: (replaces: string) => void start({ replaces }),
      edit: (replaces: string, message: string) => void start({ replaces, message }),
    };
  }, [slug, sessionId, act]);

  const loadOlder = () => {
    const before = older?.next;
    if (!before || older.loading) return;
    setOlder({ next: before, loading: true });
    void act(async () => {
      const page = await call(sessions.messages, { params, query: { limit: pageSize, before } });
      addPage(page.messages as ThreadMessage[]);
      setOlder({ next: page.next, loading: false });
    }).then((done) => done || setOlder({ next: before, loading: false }));
  };

  const rate = (messageId: string, value: 1 | -1 | null, reason?: string) =>
    void act(async () => {
      await call(sessions.feedback, { params, body: { messageId, value, reason } });
      const message = log.messages.find(({ _id }) => _id === messageId);
      if (message) addPage([{ ...message, feedback: value === null ? null : { value, reason: reason ?? null } }]);
    });

  return {
    session,
    log,
    status,
    running: activeStates.has(status),
    ready: ready && joinAt !== undefined,
    loading: session.isPending || first.isPending,
    error: session.error ?? first.error,
    reload: () => void Promise.all([session.refetch(), first.refetch()]),
    older: { more: Boolean(older?.next), loading: older?.loading ?? false, load: loadOlder },
    actions: { ...actions, rate },
  };
}
