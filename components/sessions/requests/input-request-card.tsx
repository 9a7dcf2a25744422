"use client";

import { CircleHelp, Hourglass, RotateCcw, SkipForward } from "lucide-react";
import { Suspense, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { openRequests } from "@/lib/session-log/apply-event";
import { isOpen, type ThreadRequest } from "@/lib/session-log/requests";
import type { SessionLog } from "@/lib/session-log/state";
import type { MessageActions } from "../message/message-view";
import { SettledRequest } from "./settled-request";

type Answer = MessageActions["answer"];

/** What a request's controls need, in the thread and in the inbox. */
export type AnswerActions = Pick<MessageActions, "place" | "answer">;

interface CardProps {
  request: ThreadRequest;
  actions: AnswerActions;
}

const FormRequest = lazyPart(async () => (await import("../process/form-request")).FormRequest);
const ApprovalRequest = lazyPart(async () => (await import("../approval/approval-request")).ApprovalRequest);
const BudgetRequest = lazyPart(async () => (await import("./budget-request")).BudgetRequest);

/** An input request within the thread; once answered, its outcome. */
export function InputRequestCard({ request, actions }: CardProps) {
  if (!isOpen(request)) return <SettledRequest request={request} />;
  if (request.form)
    return (
      <Suspense fallback={<Skeleton className="h-40" />}>
        <FormRequest
          slug={actions.place.slug}
          request={request}
          fields={request.form.fields}
          onAnswer={actions.answer}
        />
      </Suspense>
    );
  if (request.approval)
    return (
      <Suspense fallback={<Skeleton className="h-40" />}>
        <ApprovalRequest
          slug={actions.place.slug}
          request={request}
          approval={request.approval}
          onAnswer={actions.answer}
        />
      </Suspense>
    );
  if (request.kind === "approval") return <WaitingNote text={request.text} />;
  if (request.kind !== "budget") return <OpenRequest request={request} onAnswer={actions.answer} />;
  if (!request.budget) return <WaitingNote text={request.text} />;
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <BudgetRequest request={request} actions={actions} />
    </Suspense>
  );
}

/** Tells visitors what the run waits for, without internals. */
function WaitingNote({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-3 rounded-card border bg-surface p-4 text-secondary">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span>{text}</span>
    </p>
  );
}

interface OpenProps {
  request: ThreadRequest;
  onAnswer: Answer;
}

function OpenRequest({ request, onAnswer }: OpenProps) {
  const { requestId, name, input, startedAt } = request;
  const [reason, setReason] = useState("");
  const [sent, setSent] = useState<"approve" | "reject">();
  const answer = async (decision: "approve" | "reject") => {
    if (sent) return;
    setSent(decision);
    const result = await onAnswer(requestId, decision, decision === "reject" ? reason.trim() || undefined : undefined);
    if (result !== true) setSent(undefined);
  };
  const title = `${requestId}-title`;
  return (
    <fieldset aria-labelledby={title} className="space-y-3 rounded-card border border-warning-border bg-surface p-4">
      <div className="flex gap-3">
        <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <div className="min-w-0 space-y-1">
          <h3 id={title} className="break-words font-semibold text-body">
            Retry {name} or skip it?
          </h3>
          <p className="text-muted text-secondary">
            The call started at <StartTime at={startedAt} /> and may have completed: the server was interrupted before
            it returned a result.
          </p>
        </div>
      </div>
      {input !== null && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3 font-mono text-label"
        >
          {JSON.stringify(input ?? null, null, 2)}
        </pre>
      )}
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void answer("reject");
        }}
      >
        <Field label="Reason (optional)" help="The agent sees this.">
          <Input maxLength={2_000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            changes
            loading={sent === "approve"}
            disabled={sent === "reject"}
            onClick={() => answer("approve")}
          >
            <RotateCcw /> Retry
          </Button>
          <Button size="sm" type="submit" variant="outline" loading={sent === "reject"} disabled={sent === "approve"}>
            <SkipForward /> Skip
          </Button>
        </div>
      </form>
    </fieldset>
  );
}

/** `14:02`, with the day where it is not today. */
function StartTime({ at }: { at: string }) {
  const date = new Date(at);
  const today = date.toDateString() === new Date().toDateString();
  const text = date.toLocaleString(undefined, {
    ...(today ? {} : { day: "numeric", month: "short" }),
    hour: "2-digit",
    minute: "2-digit",
  });
  return (
    <time dateTime={at} className="tabular-nums">
      {text}
    </time>
  );
}

/** Announces a new input request to screen readers. */
export function RequestAnnouncer({ log }: { log: SessionLog }) {
  const request = openRequests(log).at(-1);
  return (
    <p role="status" className="sr-only">
      {request &&
        (request.kind !== "repeat"
          ? request.text
          : `The agent needs a response. ${request.text} Retry or skip the call.`)}
    </p>
  );
}
