"use client";

import { Plus, Trash2 } from "lucide-react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { descriptionMax, maxConditions, nameMax } from "@/lib/constants/limits";
import type { Case, Condition } from "@/lib/contract/apps/branch";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { listConditions } from "@/lib/contract/apps/steps";
import { emptyCondition, withConditions } from "./branch-state";
import { ConditionFields } from "./condition-fields";

interface CaseFieldsProps {
  by: BranchStep["by"];
  value: Case;
  number: number;
  isInIteration: boolean;
  /** The tasks before the branch. */
  tasks: readonly { id: string; name: string }[];
  /** The message of a field. */
  issueOf(field: string): string | undefined;
  onChange(value: Case): void;
  /** Undefined for the only case. */
  onRemove: (() => void) | undefined;
}

const matches = [
  { value: "all", label: "All of the conditions" },
  { value: "any", label: "Any of the conditions" },
];

/** One case of a branch: its name, and when it is taken. */
export function CaseFields({ by, value, number, isInIteration, tasks, issueOf, onChange, onRemove }: CaseFieldsProps) {
  const { name, description, match = "all" } = value;
  const conditions = listConditions(value);
  const isOne = conditions.length === 1;
  const set = ([first, ...others]: Condition[]) => first && onChange(withConditions(value, [first, ...others]));
  return (
    <fieldset className="grid gap-3 rounded-control border bg-canvas p-3">
      <legend className="sr-only">Case {number}</legend>
      <div className="flex items-start gap-2">
        <Field label={`Case ${number}`} required error={issueOf("name")} className="flex-1">
          <Input
            value={name}
            maxLength={nameMax}
            placeholder={by === "person" ? "Approve" : "Complaint"}
            onChange={({ target }) => onChange({ ...value, name: target.value })}
          />
        </Field>
        {onRemove && (
          <Button variant="ghost" size="icon" className="mt-6" aria-label={`Remove case ${number}`} onClick={onRemove}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </div>
      {by !== "value" ? (
        <Field
          label="Description"
          help={by === "person" ? "Shown with the choices." : "What belongs to this case."}
          error={issueOf("description")}
        >
          <Input
            value={description}
            maxLength={descriptionMax}
            placeholder={by === "person" ? "The answer is sent." : "The customer is unhappy with a delivery."}
            onChange={({ target }) => onChange({ ...value, description: target.value })}
          />
        </Field>
      ) : (
        <>
          {!isOne && (
            <Field label="Match">
              <OptionSelect
                value={match}
                onChange={(next) => onChange({ ...value, match: next === "any" ? "any" : "all" })}
                options={matches}
              />
            </Field>
          )}
          {conditions.map((condition, i) => (
            <ConditionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no IDs, and their fields no state
              key={i}
              value={condition}
              number={i + 1}
              isOnly={isOne}
              isInIteration={isInIteration}
              tasks={tasks}
              issueOf={(field) => issueOf(i === 0 ? field : `conditions.${i - 1}.${field}`)}
              onChange={(more) => set(conditions.map((one, j) => (j === i ? { ...one, ...more } : one)))}
              onRemove={() => set(conditions.filter((_one, j) => j !== i))}
            />
          ))}
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            disabled={conditions.length > maxConditions}
            onClick={() => set([...conditions, emptyCondition])}
          >
            <Plus aria-hidden /> Add condition
          </Button>
        </>
      )}
    </fieldset>
  );
}
