"use client";

import type { KeyboardEvent } from "react";
import { FormField } from "@/components/shared/form/form-field";
import { NumberInput } from "@/components/shared/form/number-input";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Segmented } from "@/components/ui/segmented";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { BudgetForm as Body, BudgetState } from "@/lib/contract/budgets/schemas";

export interface BudgetSave {
  pending: boolean;
  run(body: Body): Promise<unknown>;
}

interface FormProps {
  budget: BudgetState["budget"];
  save: BudgetSave;
  /** Why it cannot be changed. */
  disabledReason: string | undefined;
}

const modes = [
  { value: "soft", label: "Tell people" },
  { value: "hard", label: "Hold runs" },
] as const;

const none = { money: null, tokens: null } as const;

/** Not a form element, as it may be inside another form; its button and Enter save it. */
export function BudgetForm({ budget, save, disabledReason }: FormProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/budgets/schemas")).budgetForm, {
    defaultValues: budget ?? { ...none, mode: "hard" },
  });
  const { control, formState } = form;
  useUnsavedGuard(formState.isDirty && !disabledReason);
  const submit = form.handleSubmit(async ({ money = null, tokens = null, mode }) => {
    await save.run({ money, tokens, mode });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!disabledReason) void submit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in an input is a shortcut for the button
    <div className="grid gap-4" onKeyDown={onKeyDown}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField control={control} name="money" label="US dollars a month" help="Empty: no limit.">
          {({ ref: _ref, ...field }) => (
            <NumberInput {...field} min={0.01} step="any" emptyValue={null} readOnly={disabledReason !== undefined} />
          )}
        </FormField>
        <FormField control={control} name="tokens" label="Tokens a month" help="Input and output. Empty: no limit.">
          {({ ref: _ref, ...field }) => (
            <NumberInput
              {...field}
              min={1}
              step={1}
              inputMode="numeric"
              emptyValue={null}
              readOnly={disabledReason !== undefined}
            />
          )}
        </FormField>
      </div>
      <FormField
        control={control}
        name="mode"
        label="When it is used up"
        group
        help="Whoever can change it is told once a month. Held runs wait until somebody raises the budget or lets them pass; models without a price are refused where money is limited."
      >
        {({ value, onChange }) => (
          <div>
            <Segmented label="When it is used up" value={value} onChange={onChange} options={modes} />
          </div>
        )}
      </FormField>
      {disabledReason && <p className="text-muted text-secondary">{disabledReason}</p>}
      <div className="flex flex-wrap gap-2">
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" loading={save.pending} onClick={() => void submit()}>
            Set budget
          </Button>
        </DisabledTooltip>
        {budget && !disabledReason && (
          <Button variant="ghost" disabled={save.pending} onClick={() => void save.run({ ...none, mode: budget.mode })}>
            Remove budget
          </Button>
        )}
      </div>
    </div>
  );
}
