"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useIdempotencyKey } from "@/hooks/api/use-idempotency-key";
import { useSessionStream } from "@/hooks/events/use-session-stream";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions/calls";
import type { Session } from "@/lib/contract/sessions/schemas";
import { openRequests } from "@/lib/session-log/apply-event";
import type { SessionLog } from "@/lib/session-log/state";
import { toast } from "@/lib/utils/toasts/toast";
import { sendAnswer } from "../requests/send-answer";
import { useEarlierMessages } from "./use-earlier-messages";

const activeStatuses = new Set<Session["status"]>(["queued", "running"]);

export type Decision = "approve" | "reject" | "respond";
export type Conversation = ReturnType<typeof useConversation>;

/** A session with its messages, its live stream and its actions. */
export function useConversation(slug: string, sessionId: string) {
  const session = useEndpoint(sessions.get, { params: { resourceSlug: slug, sessionId } });
  const [joinAt, setJoinAt] = useState<number>();
  const { log, addPage, onEvent, refusedReason } = useSessionStream({ slug, sessionId, after: joinAt });
  const { older, first } = useEarlierMessages({ slug, sessionId, addPage, setJoinAt });
  const { pending, send } = useSending(slug, sessionId, log);
  useFreshTotals(session.data?.session.lastSeq, log.settled);

  const storedStatus = log.status ?? session.data?.session.status ?? "started";
  const status = pending ? "queued" : storedStatus;
  const actions = useMemo(() => {
    const params = { resourceSlug: slug, sessionId };
    const regenerate = (body: { replaces: string; message?: string }) =>
      attempt(() => call(sessions.start, { params, body }));
    return {
      place: { slug, sessionId },
      stop: () => attempt(() => call(sessions.cancel, { params })),
      retry: (replaces: string) => void regenerate({ replaces }),
      edit: (replaces: string, message: string) => regenerate({ replaces, message }),
      answer: (
        requestId: string,
        decision: Decision,
        reason?: string,
        input?: unknown,
        args?: Record<string, unknown>,
      ) => sendAnswer(() => call(sessions.start, { params, body: { requestId, decision, reason, input, args } })),
      /** Starts a process, with an optional message that is added to its tasks. */
      begin: (message?: string) => attempt(() => call(sessions.start, { params, body: { message } })),
    };
  }, [slug, sessionId]);
  const rate = useCallback(
    (messageId: string, value: 1 | -1 | null, reason?: string) =>
      void attempt(async () => {
        const params = { resourceSlug: slug, sessionId };
        await call(sessions.feedback, { params, body: { messageId, value, reason } });
        const at = new Date().toISOString();
        onEvent({ sessionId, seq: null, kind: "feedback", body: { messageId, value, reason }, at });
      }),
    [slug, sessionId, onEvent],
  );

  return {
    session,
    log,
    status,
    /** A run waits for a person's input. */
    awaitsInput: openRequests(log).length > 0,
    running: activeStatuses.has(status),
    isProcess: session.data?.session.appType === "process",
    /** Not of previews, whose answers cannot be asked for again. */
    hasApp: Boolean(session.data?.session.appId),
    refusedReason,
    pending,
    loading: session.isPending || first.isPending,
    error: session.error ?? first.error,
    reload: () => void Promise.all([session.refetch(), first.refetch()]),
    older,
    send,
    /** For a message that is not from the composer: an error is shown as a toast. */
    sendStarter: (text: string) => void send(text, []).then((failed) => failed && toast.error(failed)),
    ...actions,
    rate,
  };
}

/** Resolves to whether it worked; shows an error as a toast. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(errorMessage(error));
    return false;
  }
}

/** Sends a message, which is shown optimistically until the log has it. */
function useSending(slug: string, sessionId: string, log: SessionLog) {
  const [sent, setSent] = useState<{ text: string; id: string | null } | null>(null);
  const { keyFor, settle } = useIdempotencyKey();
  const isLogged = sent?.id != null && log.messages.some(({ _id }) => _id === sent.id);
  if (isLogged) setSent(null);
  const send = useCallback(
    async (text: string, fileIds: string[]): Promise<string | undefined> => {
      setSent({ text, id: null });
      try {
        const params = { resourceSlug: slug, sessionId };
        const body = { message: text, fileIds };
        const { messageId } = await call(sessions.start, { params, body, idempotencyKey: keyFor([params, body]) });
        settle();
        setSent({ text, id: messageId });
        return undefined;
      } catch (error) {
        settle(error);
        setSent(null);
        return errorMessage(error);
      }
    },
    [slug, sessionId, keyFor, settle],
  );
  return { pending: isLogged ? null : sent, send };
}

/** Reloads the session's totals and name when the log has newer events. */
function useFreshTotals(loadedSeq: number | undefined, logSeq: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (loadedSeq !== undefined && logSeq > loadedSeq)
      void queries.invalidateQueries({ queryKey: ["sessions", sessions.get.name] });
  }, [queries, loadedSeq, logSeq]);
}
