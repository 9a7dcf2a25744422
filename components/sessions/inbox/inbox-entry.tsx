"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import Link from "next/link";
import { useMemo } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { call } from "@/lib/api/browser";
import { inbox } from "@/lib/contract/inbox/calls";
import type { InboxRequest } from "@/lib/contract/inbox/schemas";
import { sessions } from "@/lib/contract/sessions/calls";
import { type ThreadAssignee, toThreadRequest } from "@/lib/session-log/requests";
import { toast } from "@/lib/utils/toasts/toast";
import { type AnswerActions, InputRequestCard } from "../requests/input-request-card";
import { RequestAssignee } from "../requests/request-assignee";
import { sendAnswer } from "../requests/send-answer";

interface EntryProps {
  slug: string;
  request: InboxRequest;
}

/** One input request, answered inline. Other members see who it is assigned to. */
export function InboxEntry({ slug, request }: EntryProps) {
  const { sessionId, sessionName, appName, canOpenSession, seq, body, date, deadline, onDeadline, mine } = request;
  const actions = useAnswering(slug, sessionId);
  const assignee = toAssignee(request);
  const thread = { ...toThreadRequest(seq, body), assignee, deadline, onDeadline };
  return (
    <article className="grid gap-2" aria-label={`${request.text} ${sessionName}`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 text-secondary">
        <h2 className="wrap-anywhere min-w-0">
          {appName !== sessionName && <span className="text-muted">{appName} · </span>}
          {canOpenSession ? (
            <Link href={`/${slug}/session/${sessionId}`} className="text-accent hover:underline">
              {sessionName}
            </Link>
          ) : (
            sessionName
          )}
        </h2>
        <span className="text-label text-muted">
          <RelativeTime date={date} />
        </span>
      </header>
      {mine ? (
        <InputRequestCard request={thread} actions={actions} />
      ) : (
        <div className="flex items-start gap-3 rounded-card border bg-surface p-4 text-secondary">
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <div className="min-w-0 space-y-1">
            <p className="break-words">{request.text}</p>
            <RequestAssignee request={thread} name={request.assignee.name} />
          </div>
        </div>
      )}
    </article>
  );
}

function toAssignee({ assignee: { type, role, accountId } }: InboxRequest): ThreadAssignee | undefined {
  if (type === "account") return { type, accountId: accountId ?? "" };
  if (type === "role") return { type, role: role ?? "" };
  return undefined;
}

function useAnswering(slug: string, sessionId: string): AnswerActions {
  const queries = useQueryClient();
  return useMemo(() => {
    const params = { resourceSlug: slug, sessionId };
    const refresh = () => void queries.invalidateQueries({ queryKey: [inbox.list.resource] });
    return {
      place: { slug, sessionId },
      async answer(requestId, decision, reason, input, args) {
        const body = { requestId, decision, reason, input, args };
        const result = await sendAnswer(() => call(sessions.start, { params, body }));
        if (result === true) toast.success("Response submitted.");
        // Someone else may have answered first.
        refresh();
        return result;
      },
    };
  }, [queries, slug, sessionId]);
}
