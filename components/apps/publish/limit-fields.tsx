"use client";

import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { FormField } from "@/components/shared/form/form-field";
import { NumberInput } from "@/components/shared/form/number-input";
import { maxConcurrency, maxRate, maxRequestBytes } from "@/lib/constants/publications";
import type { PublicationValues } from "./publication-values";

const megabyte = 1024 * 1024;

type Limits = Pick<PublicationValues, "budget" | "rate" | "concurrency" | "maxBytes">;

/** The monthly budget of a publication or key, whose form is in context. */
export function BudgetFields() {
  const { control } = useFormContext<Limits>();
  const title = useId();
  return (
    <fieldset aria-labelledby={title} className="grid grid-cols-1 gap-3 rounded-control border p-3">
      <span id={title} className="font-medium text-label">
        Budget
      </span>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="budget.money" label="US dollars per month" help="Leave empty for no limit.">
          {({ ref: _ref, ...field }) => <NumberInput {...field} min={0.01} step="any" emptyValue={null} />}
        </FormField>
        <FormField control={control} name="budget.tokens" label="Tokens per month" help="Leave empty for no limit.">
          {({ ref: _ref, ...field }) => (
            <NumberInput {...field} min={1} step={1} inputMode="numeric" emptyValue={null} />
          )}
        </FormField>
      </div>
    </fieldset>
  );
}

/** Limits of the calls of a publication or key, whose form is in context. */
export function LimitFields({ help }: { help?: string }) {
  const { control } = useFormContext<Limits>();
  return (
    <details className="rounded-control border p-3">
      <summary className="cursor-pointer font-medium text-label">Limits</summary>
      {help && <p className="pt-2 text-muted text-secondary">{help}</p>}
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
