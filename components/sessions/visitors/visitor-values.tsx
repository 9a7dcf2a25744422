"use client";

import { type FormEvent, useState } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { errorMessage } from "@/lib/api/api-error";
import type { SharedApp } from "@/lib/contract/shares/schemas";
import { ValueField } from "../conversation/value-field";

interface ValuesProps {
  app: SharedApp;
  pending: boolean;
  error: Error | null;
  onSubmit(values: Record<string, string>): void;
  onCancel?: (() => void) | undefined;
}

/** Asks a visitor for the values that a conversation needs, before it begins. */
export function VisitorValues({ app, pending, error, onSubmit, onCancel }: ValuesProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [submitted, setSubmitted] = useState(false);
  const missing = app.variables.filter(({ name, required }) => required && !values[name]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (missing.length === 0 && !pending) onSubmit(values);
  };
  return (
    <form className="mx-auto w-full max-w-chat overflow-y-auto px-4 py-6" onSubmit={submit} noValidate>
      <FormSection title="Before you begin" description={`${app.name} needs these values to start.`}>
        {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
        {app.variables.map((variable, i) => (
          <ValueField
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ""}
            autoFocus={i === 0}
            missing={submitted && missing.includes(variable)}
            onChange={(value) => setValues({ ...values, [variable.name]: value })}
          />
        ))}
        <FormActions>
          {onCancel && (
            <Button variant="outline" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={pending}>
            Continue
          </Button>
        </FormActions>
      </FormSection>
    </form>
  );
}
