"use client";

import { Check, MessageSquareReply, ShieldQuestion, X } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { RequestApproval } from "@/lib/contract/session-events/requests";
import type { ThreadRequest } from "@/lib/session-log/requests";
import type { MessageActions } from "../message/message-view";
import { AboutTask } from "../process/about-task";
import { RequestAssignee } from "../requests/request-assignee";
import { ArgumentEditor, type EditedArguments, formatArguments } from "./argument-editor";
import { readArguments, toArgumentFields } from "./argument-fields";

interface ApprovalProps {
  slug: string;
  request: ThreadRequest;
  approval: RequestApproval;
  onAnswer: MessageActions["answer"];
}

type Decision = "approve" | "reject" | "respond";

/** Returns the parsed value if the text is JSON, else the text. */
function parseResult(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A tool call that waits for approval: approve it, edit its arguments, reject it, or provide its result. */
export function ApprovalRequest({ slug, request, approval, onAnswer }: ApprovalProps) {
  const { requestId, name } = request;
  const originalArgs = (request.input ?? {}) as Record<string, unknown>;
  const [fields] = useState(() => toArgumentFields(approval.schema, originalArgs));
  const [edited, setEdited] = useState<EditedArguments>({ args: originalArgs, text: null });
  const [decision, setDecision] = useState<Decision>("approve");
  const [text, setText] = useState("");
  const [sent, setSent] = useState(false);
  const [serverError, setServerError] = useState<string>();
  const read = edited.text === null ? { args: edited.args } : readArguments(edited.text);
  const changed = "args" in read && formatArguments(read.args) !== formatArguments(originalArgs);
  const title = `${requestId}-title`;
  const send = async () => {
    if (sent || (decision === "approve" && "problem" in read) || (decision === "respond" && !text.trim())) return;
    setSent(true);
    const result = await onAnswer(
      requestId,
      decision,
      decision === "reject" ? text.trim() || undefined : undefined,
      decision === "respond" ? parseResult(text.trim()) : undefined,
      decision === "approve" && changed && "args" in read ? read.args : undefined,
    );
    if (result === true) return;
    setSent(false);
    if (result) setServerError(result[0]?.message);
  };
  const switchTo = (next: Decision) => {
    setDecision(next);
    setText("");
  };
  return (
    <fieldset aria-labelledby={title} className="rounded-card border border-warning-border bg-surface p-4">
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div className="flex gap-3">
          <ShieldQuestion aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="min-w-0 space-y-1">
            <h3 id={title} className="break-words font-semibold text-body">
              {approval.agentName} wants to call <span className="font-mono">{name}</span>
              {approval.revision !== undefined && ` (revision ${approval.revision})`}
            </h3>
            {approval.changed && (
              <p className="text-secondary">The tool changed after this call was approved. Review it again.</p>
            )}
            {approval.description && (
              <p className="line-clamp-3 break-words text-muted text-secondary">{approval.description}</p>
            )}
            <RequestAssignee request={request} />
          </div>
        </div>
        {request.taskId && <AboutTask slug={slug} taskId={request.taskId} item={request.item} named />}
        {decision === "approve" && (
          <ArgumentEditor
            fields={fields}
            value={edited}
            problem={"problem" in read ? read.problem : serverError}
            onChange={(next) => {
              setServerError(undefined);
              setEdited(next);
            }}
          />
        )}
        {decision === "reject" && (
          <Field label="Reason (optional)" help="The agent sees this.">
            <Input autoFocus maxLength={2_000} value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        )}
        {decision === "respond" && (
          <Field label="Result" help="The agent receives this as the call's result. JSON or text." required>
            <Textarea
              autoFocus
              rows={4}
              maxLength={60_000}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          {decision === "approve" ? (
            <>
              <Button size="sm" type="submit" changes loading={sent} disabled={"problem" in read}>
                <Check /> {changed ? "Approve with changes" : "Approve"}
              </Button>
              <Button size="sm" variant="outline" disabled={sent} onClick={() => switchTo("reject")}>
                <X /> Reject
              </Button>
              <Button size="sm" variant="ghost" disabled={sent} onClick={() => switchTo("respond")}>
                <MessageSquareReply /> Provide result manually
              </Button>
            </>
          ) : (
            <>
              <Button
                size="sm"
                type="submit"
                changes
                loading={sent}
                variant={decision === "reject" ? "destructive" : "default"}
                disabled={decision === "respond" && !text.trim()}
              >
                {decision === "reject" ? "Reject call" : "Use this result"}
              </Button>
              <Button size="sm" variant="outline" disabled={sent} onClick={() => switchTo("approve")}>
                Back
              </Button>
            </>
          )}
        </div>
      </form>
    </fieldset>
  );
}
