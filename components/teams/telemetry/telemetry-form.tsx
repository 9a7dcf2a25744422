"use client";

import { useState } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { SwitchField } from "@/components/shared/form/switch-field";
import { CheckBanner, CheckButton, type CheckResult } from "@/components/shared/status/connection-check";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { telemetry } from "@/lib/contract/telemetry/calls";

interface Props {
  slug: string;
  stored: ResponseBody<typeof telemetry.get>;
}

export function TelemetryForm({ slug, stored: { endpoint, headers, includeContents } }: Props) {
  const params = { resourceSlug: slug };
  const [result, setResult] = useState<CheckResult>();
  const form = useContractForm(async () => (await import("@/lib/contract/telemetry/schemas")).telemetryForm, {
    defaultValues: { endpoint, headers, includeContents },
  });
  const { control, formState } = form;
  const save = useAction(telemetry.edit, { form, success: "OpenTelemetry settings saved." });
  const test = useAction(telemetry.test, { form });
  useUnsavedGuard(formState.isDirty && !save.done);
  const runTest = async () => {
    setResult(undefined);
    if (!(await form.trigger(["endpoint", "headers"], { shouldFocus: true }))) return;
    const { endpoint: sentEndpoint, headers: sentHeaders } = form.getValues();
    setResult(await test.run({ params, body: { endpoint: sentEndpoint, headers: sentHeaders } }));
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={form.handleSubmit(async (body) => {
        await save.run({ params, body });
      })}
    >
      <FormField
        control={control}
        name="endpoint"
        label="Endpoint"
        help="/v1/traces and /v1/metrics are appended to the URL. Leave empty to turn off export."
      >
        {({ value, ...field }) => (
          <Input
            {...field}
            value={value}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://otlp.example.com"
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="headers"
        label="Headers"
        help={`One per line, such as “Authorization: Bearer …”. Stored encrypted.${headers ? " Leave unchanged to keep the stored headers." : ""}`}
      >
        {({ value = "", ...field }) => (
          <Textarea
            {...field}
            value={value}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-label"
          />
        )}
      </FormField>
      <SwitchField
        control={control}
        name="includeContents"
        label="Include message content"
        help="Also send prompts, answers, tool arguments and results, retrieved passages and error messages. Secrets are redacted."
      />
      {result && <CheckBanner result={result} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="outline" loading={save.pending}>
          Save
        </Button>
        <CheckButton reason={undefined} pending={test.pending} onClick={() => void runTest()} />
      </div>
    </form>
  );
}
