"use client";

import { useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { NumberInput } from "@/components/shared/form/number-input";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/api/use-action";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import { maxSyncSeconds } from "@/lib/constants/webhooks";
import { webhooks } from "@/lib/contract/webhooks/calls";
import { MappingFields } from "./mapping-fields";
import { toBody, toValues, type Webhook, type WebhookValues } from "./webhook-values";

interface FormProps {
  params: { resourceSlug: string; publicationId: string };
  webhook: Webhook;
  onClose(): void;
}

/** How events become runs, when the webhook responds, and where ended runs are reported. */
export function WebhookForm({ params, webhook, onClose }: FormProps) {
  const [values, setValues] = useState(() => toValues(webhook));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isDirty, setDirty] = useState(false);
  const showIssues = ({ issues }: ApiError): boolean => {
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
    return issues.length > 0;
  };
  const edit = useAction(webhooks.edit, { success: "Webhook saved.", form: { showIssues }, onSuccess: onClose });
  useUnsavedGuard(isDirty && !edit.done);
  const change = (changed: Partial<WebhookValues>) => {
    setDirty(true);
    setValues({ ...values, ...changed });
  };
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setErrors({});
        void edit.run({ params, body: toBody(values) });
      }}
    >
      <MappingFields values={values} errors={errors} lastPayload={webhook.lastPayload} onChange={change} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Response" help="Respond immediately to senders with a short timeout.">
          <OptionSelect
            value={values.mode}
            onChange={(mode) => change({ mode: mode === "sync" ? "sync" : "async" })}
            options={[
              { value: "async", label: "Immediately, with the run's URL" },
              { value: "sync", label: "When the run ends, with its output" },
            ]}
          />
        </Field>
        {values.mode === "sync" && (
          <Field
            label="Max wait (seconds)"
            help="Afterward, the run's URL is returned."
            error={errors.syncSeconds}
            required
          >
            <NumberInput
              min={1}
              max={maxSyncSeconds}
              step={1}
              inputMode="numeric"
              emptyValue={null}
              value={values.syncSeconds}
              onChange={(syncSeconds) => change({ syncSeconds: syncSeconds ?? null })}
            />
          </Field>
        )}
      </div>
      <Field
        label="Callback URL"
        help="Receives a signed request when a run ends, as described by Standard Webhooks. Leave empty for no callbacks."
        error={errors.callbackUrl}
      >
        <Input
          type="url"
          value={values.callbackUrl}
          placeholder="https://example.com/done"
          autoComplete="off"
          onChange={({ target }) => change({ callbackUrl: target.value })}
        />
      </Field>
      <DialogButtons submit="Save" pending={edit.pending} onCancel={onClose} />
    </form>
  );
}
