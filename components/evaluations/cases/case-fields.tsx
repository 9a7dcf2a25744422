"use client";

import { CheckField } from "@/components/shared/form/check-field";
import { Field } from "@/components/shared/form/field";
import { Textarea } from "@/components/ui/textarea";
import { CheckList } from "./check-list";
import type { CaseValue } from "./check-types";
import { errorsAt, findMessage } from "./issues";
import { Recording } from "./recording";
import { VariableFields } from "./variable-fields";

interface CaseFieldsProps {
  slug: string;
  value: CaseValue;
  /** Whether cases of the test set are required by default. */
  requiredByDefault: boolean;
  errors: unknown;
  onChange(value: CaseValue): void;
}

/** The fields of one case. */
export function CaseFields({ slug, value, requiredByDefault, errors, onChange }: CaseFieldsProps) {
  const { history = [], recording } = value;
  return (
    <div className="grid grid-cols-1 gap-4">
      {history.length > 0 && (
        <div className="grid gap-1.5">
          <p className="font-medium text-label">Earlier messages</p>
          <ol className="grid max-h-60 gap-2 overflow-y-auto rounded-control border bg-sunken p-3 text-secondary">
            {history.map(({ role, text }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no IDs and are never reordered
              <li key={i} className="wrap-anywhere whitespace-pre-wrap">
                <span className="text-label text-muted">{role === "user" ? "User" : "Assistant"}</span>
                <br />
                {text}
              </li>
            ))}
          </ol>
        </div>
      )}
      <Field label="Message" required error={findMessage(errorsAt(errors, "input"))}>
        <Textarea rows={2} value={value.input} onChange={({ target }) => onChange({ ...value, input: target.value })} />
      </Field>
      <CheckList
        slug={slug}
        checks={value.checks ?? []}
        errors={errorsAt(errors, "checks")}
        onChange={(checks) => onChange({ ...value, checks })}
      />
      <VariableFields value={value.variables ?? {}} onChange={(variables) => onChange({ ...value, variables })} />
      {recording && recording.length > 0 && (
        <Recording calls={recording} onRemove={() => onChange({ ...value, recording: undefined })} />
      )}
      <CheckField
        label="Required"
        help="Changes can't be applied while this test fails."
        checked={value.required ?? requiredByDefault}
        onChange={({ target }) => onChange({ ...value, required: target.checked })}
      />
    </div>
  );
}
