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
  { value: "soft", label: "Notify only" },
  { value: "hard", label: "Pause runs" },
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
        <FormField control={control} name="money" label="US dollars per month" help="Leave empty for no limit.">
          {({ ref: _ref, ...field }) => (
            <NumberInput {...field} min={0.01} step="any" emptyValue={null} readOnly={disabledReason !== undefined} />
          )}
        </FormField>
        <FormField
          control={control}
          name="tokens"
          label="Tokens per month"
          help="Input and output tokens. Leave empty for no limit."
        >
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
        label="When the budget is reached"
        group
        help="People who can edit this budget are notified once a month. A paused run resumes when the budget is raised or someone allows the run. If runs are paused at a dollar limit, models without a price can't be used."
      >
        {({ value, onChange }) => (
          <div>
            <Segmented label="When the budget is reached" value={value} onChange={onChange} options={modes} />
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
