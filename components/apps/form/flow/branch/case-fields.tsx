"use client";

import { Trash2 } from "lucide-react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { descriptionMax, nameMax } from "@/lib/constants/limits";
import type { Case } from "@/lib/contract/apps/branch";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { hasOperand, operators } from "@/lib/contract/apps/steps";
import { operatorLabels } from "./branch-state";

interface CaseFieldsProps {
  by: BranchStep["by"];
  value: Case;
  number: number;
  /** The message of a field. */
  issueOf(field: string): string | undefined;
  onChange(value: Case): void;
  /** Undefined for the only case. */
  onRemove: (() => void) | undefined;
}

const options = operators.map((value) => ({ value, label: operatorLabels[value] }));

/** One case of a branch: its name, and when it is taken. */
export function CaseFields({ by, value, number, issueOf, onChange, onRemove }: CaseFieldsProps) {
  const { name, description, operator } = value;
  return (
    <fieldset className="grid gap-3 rounded-control border bg-canvas p-3">
      <legend className="sr-only">Case {number}</legend>
      <div className="flex items-start gap-2">
        <Field label={`Case ${number}`} required error={issueOf("name")} className="flex-1">
          <Input
            value={name}
            maxLength={nameMax}
            placeholder="Complaint"
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        </Field>
        {onRemove && (
          <Button variant="ghost" size="icon" className="mt-6" aria-label={`Remove case ${number}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      {by === "classification" ? (
        <Field label="Description" help="What belongs to this case." error={issueOf("description")}>
          <Input
            value={description}
            maxLength={descriptionMax}
            placeholder="The customer is unhappy with a delivery."
            onChange={({ target }) => onChange({ ...value, description: target.value })}
          />
        </Field>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Comparison">
            <OptionSelect
              value={operator}
              onChange={(next) => onChange({ ...value, operator: operators.find((one) => one === next) ?? operator })}
              options={options}
            />
          </Field>
          {hasOperand(operator) && (
            <Field label="Value" error={issueOf("value")}>
              <Input
                value={value.value}
                maxLength={descriptionMax}
                onChange={({ target }) => onChange({ ...value, value: target.value })}
              />
            </Field>
          )}
        </div>
      )}
    </fieldset>
  );
}
