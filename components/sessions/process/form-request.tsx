"use client";

import { Hand, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { FormInput } from "@/lib/contract/form-fields";
import type { AskedField, ThreadRequest } from "@/lib/utils/session-requests";
import { AskedOf } from "../asked-of";
import type { MessageActions } from "../message-view";
import { AskedInput } from "./asked-input";

interface FormRequestProps {
  request: ThreadRequest;
  fields: AskedField[];
  onAnswer: MessageActions["answer"];
}

type Value = FormInput[string];

const isMissing = ({ required }: AskedField, value: Value | undefined): boolean =>
  required && (value === undefined || value === null || value === "" || value === false || String(value) === "");

/** A form that a task waits for, in its place in the thread. */
export function FormRequest({ request, fields, onAnswer }: FormRequestProps) {
  const { requestId, name, text } = request;
  const [values, setValues] = useState<FormInput>({});
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState<"respond" | "reject">();
  const title = `${requestId}-title`;
  const answer = async (decision: "respond" | "reject") => {
    if (sent) return;
    setSent(decision);
    const taken = await onAnswer(
      requestId,
      decision,
      decision === "reject" ? reason.trim() || undefined : undefined,
      decision === "respond" ? values : undefined,
    );
    if (!taken) setSent(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const missing = fields.findIndex((field) => isMissing(field, values[field.name]));
    if (missing < 0) void answer("respond");
    else
      event.currentTarget.querySelector<HTMLElement>(`[data-field="${missing}"] :is(input, textarea, button)`)?.focus();
  };
  return (
    <section aria-labelledby={title} className="rounded-card border border-warning-border bg-surface p-4">
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <div className="flex gap-3">
          <Hand aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <div className="min-w-0">
            <h3 id={title} className="break-words font-semibold text-body">
              {name}
            </h3>
            <p className="text-muted text-secondary">{text}</p>
            <AskedOf request={request} />
          </div>
        </div>
        {fields.map((field, i) => (
          <div key={field.name} data-field={i}>
            <AskedInput
              field={field}
              value={values[field.name]}
              error={tried && isMissing(field, values[field.name]) ? "Fill this in." : undefined}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          </div>
        ))}
        <Field label="Reason, if you give none of it (optional)" help="The agent reads it.">
          <Input maxLength={2_000} value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" type="submit" changes loading={sent === "respond"} disabled={sent === "reject"}>
            <Send /> Send
          </Button>
          <Button
            size="sm"
            variant="outline"
            changes
            loading={sent === "reject"}
            disabled={sent === "respond"}
            onClick={() => void answer("reject")}
          >
            Go on without
          </Button>
        </div>
      </form>
    </section>
  );
}
