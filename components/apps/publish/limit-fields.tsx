"use client";

import { FormField } from "@/components/shared/form/form-field";
import { NumberInput } from "@/components/shared/form/number-input";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { maxConcurrency, maxRate, maxRequestBytes } from "@/lib/constants/publications";
import type { PublicationValues } from "./publication-values";

const megabyte = 1024 * 1024;

/** Limits of a publication's calls. */
export function LimitFields({ form: { control } }: { form: ContractForm<PublicationValues> }) {
  return (
    <details className="rounded-control border p-3">
      <summary className="cursor-pointer font-medium text-label">Limits</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-3">
        <FormField control={control} name="rate" label="Max calls per minute">
          {({ ref: _ref, ...field }) => <NumberInput {...field} min={1} max={maxRate} step={1} emptyValue={null} />}
        </FormField>
        <FormField control={control} name="concurrency" label="Max concurrent runs">
          {({ ref: _ref, ...field }) => (
            <NumberInput {...field} min={1} max={maxConcurrency} step={1} emptyValue={null} />
          )}
        </FormField>
        <FormField control={control} name="maxBytes" label="Max request size (MB)">
          {({ ref: _ref, value, onChange, ...field }) => (
            <NumberInput
              {...field}
              min={1}
              max={maxRequestBytes / megabyte}
              step="any"
              emptyValue={null}
              value={value == null ? value : value / megabyte}
              onChange={(next) => onChange(next == null ? next : Math.round(next * megabyte))}
            />
          )}
        </FormField>
      </div>
    </details>
  );
}
