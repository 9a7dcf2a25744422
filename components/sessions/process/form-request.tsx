"use client";

import { Hand, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { RequestField } from "@/lib/contract/session-events/requests";
import type { FormInput } from "@/lib/contract/tasks/form-fields";
import type { ThreadRequest } from "@/lib/session-log/requests";
import type { MessageActions } from "../message/message-view";
import { RequestAssignee } from "../requests/request-assignee";
import { AboutItem, AboutTask } from "./about-task";
import { RequestFieldInput } from "./request-field-input";

interface FormRequestProps {
  slug: string;
  request: ThreadRequest;
  fields: RequestField[];
  onAnswer: MessageActions["answer"];
}

type Value = FormInput[string];

const isMissing = ({ required }: RequestField, value: Value | undefined): boolean =>
  required && (value === undefined || value === null || value === "" || value === false || String(value) === "");

/** The form of a task that waits for input, within the thread. */
export function FormRequest({ slug, request, fields, onAnswer }: FormRequestProps) {
  const { requestId, name, text, form } = request;
  const decides = form?.decides;
  const [values, setValues] = useState<FormInput>({});
  const [reason, setReason] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [declining, setDeclining] = useState(false);
  const [sent, setSent] = useState(false);
  /** The server's errors by field name. */
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const title = `${requestId}-title`;
  const answer = async (decision: "respond" | "reject") => {
    if (sent) return;
    setSent(true);
    const result = await onAnswer(
      requestId,
      decision,
      decision === "reject" ? reason.trim() || undefined : undefined,
      decision === "respond" ? values : undefined,
    );
    if (result === true) return;
    setSent(false);
    if (result)
      setServerErrors(Object.fromEntries(result.map(({ path, message }) => [path.replace(/^input\./, ""), message])));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (declining) return void answer("reject");
    setSubmitted(true);
    const missing = fields.findIndex((field) => isMissing(field, values[field.name]));
    if (missing < 0) void answer("respond");
    else
      event.currentTarget.querySelector<HTMLElement>(`[data-field="${missing}"] :is(input, textarea, button)`)?.focus();
  };
  return (
    <fieldset aria-labelledby={title} className="rounded-card border border-warning-border bg-surface p-4">
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <div className="flex gap-3">
          <Hand aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="min-w-0">
            <h3 id={title} className="break-words font-semibold text-body">
              {name}
            </h3>
            <p className="text-muted text-secondary">{text}</p>
            <RequestAssignee request={request} />
          </div>
        </div>
        {request.taskId &&
          (decides ? (
            <AboutItem id={request.taskId} item={request.item} />
          ) : (
            <AboutTask slug={slug} taskId={request.taskId} item={request.item} />
          ))}
        {!declining &&
          fields.map((field, i) => (
            <div key={field.name} data-field={i}>
              <RequestFieldInput
                field={field}
                value={values[field.name]}
                error={
                  submitted && isMissing(field, values[field.name])
                    ? "This field is required."
                    : serverErrors[field.name]
                }
                onChange={(value) => {
                  setServerErrors({ ...serverErrors, [field.name]: "" });
                  setValues({ ...values, [field.name]: value });
                }}
              />
            </div>
          ))}
        {declining && (
          <Field label="Reason (optional)" help="The task runs without the input. The agent sees your reason.">
            <Input autoFocus maxLength={2_000} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" type="submit" changes loading={sent}>
            {declining ? (
              "Skip"
            ) : (
              <>
                <Send /> Submit
              </>
            )}
          </Button>
          {!decides && (
            <Button size="sm" variant="outline" disabled={sent} onClick={() => setDeclining(!declining)}>
              {declining ? "Back" : "Skip"}
            </Button>
          )}
        </div>
      </form>
    </fieldset>
  );
}
