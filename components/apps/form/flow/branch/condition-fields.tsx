"use client";

import { Trash2 } from "lucide-react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { descriptionMax } from "@/lib/constants/limits";
import type { Condition } from "@/lib/contract/apps/branch";
import { operatorLabels } from "@/lib/contract/apps/describe-branch";
import { hasOperand, operators } from "@/lib/contract/apps/steps";
import { isUnnamed } from "./branch-state";
import { ValueFields } from "./source-fields";

interface ConditionFieldsProps {
  value: Condition;
  number: number;
  /** The case has no other one. */
  isOnly: boolean;
  isInIteration: boolean;
  /** The tasks before the branch. */
  tasks: readonly { id: string; name: string }[];
  /** The message of a field. */
  issueOf(field: string): string | undefined;
  onChange(more: Partial<Condition>): void;
  onRemove(): void;
}

const options = operators.map((value) => ({ value, label: operatorLabels[value] }));

/** One condition of a case: what is compared, and with what. The only one compares the branch's value, unless it has another. */
export function ConditionFields({
  value,
  number,
  isOnly,
  isInIteration,
  tasks,
  issueOf,
  onChange,
  onRemove,
}: ConditionFieldsProps) {
  const { sourceTaskId, variable, operator } = value;
  const hasOwn = Boolean(sourceTaskId || variable) || isUnnamed(value);
  const comparison = (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Comparison">
        <OptionSelect
          value={operator}
          onChange={(next) => onChange({ operator: operators.find((one) => one === next) ?? operator })}
          options={options}
        />
      </Field>
      {hasOperand(operator) && (
        <Field label="Value" error={issueOf("value")}>
          <Input
            value={value.value}
            maxLength={descriptionMax}
            onChange={({ target }) => onChange({ value: target.value })}
          />
        </Field>
      )}
    </div>
  );
  if (isOnly && !hasOwn) return comparison;
  return (
    <fieldset className="grid gap-3 border-t pt-3">
      <legend className="sr-only">Condition {number}</legend>
      <div className="flex items-start gap-2">
        <div className="grid flex-1 gap-3">
          <ValueFields
            label={isOnly ? "Compares" : `Condition ${number} compares`}
            canInherit
            value={value}
            isInIteration={isInIteration}
            tasks={tasks}
            issueOf={issueOf}
            onChange={onChange}
          />
        </div>
        {!isOnly && (
          <Button
            variant="ghost"
            size="icon"
            className="mt-6"
            aria-label={`Remove condition ${number}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      {comparison}
    </fieldset>
  );
}
