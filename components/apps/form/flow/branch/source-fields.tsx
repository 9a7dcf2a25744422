"use client";

import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Field } from "@/components/shared/form/field";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import { variableNameMax } from "@/lib/constants/limits";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { itemVariable } from "@/lib/contract/apps/steps";

interface SourceFieldsProps {
  slug: string;
  branch: BranchStep;
  /** The tasks before it. */
  tasks: readonly { id: string; name: string }[];
  issues: ReadonlyMap<string, string>;
  onChange(more: Partial<BranchStep>): void;
}

interface ValueFieldsProps extends Omit<SourceFieldsProps, "slug"> {
  label: string;
  help?: string | undefined;
  fieldHelp: string;
  /** The current item can be chosen. */
  isInIteration: boolean;
}

/** The value that a branch compares, or the list of an iteration. */
export function ValueFields(props: ValueFieldsProps) {
  const { label, help, fieldHelp, isInIteration, branch, tasks, issues, onChange } = props;
  const { sourceTaskId, field, variable } = branch;
  const isItem = isInIteration && !sourceTaskId && variable === itemVariable;
  const choose = (value: string) => {
    if (value === itemVariable) onChange({ sourceTaskId: null, variable: itemVariable });
    else if (value) onChange({ sourceTaskId: value });
    else onChange({ sourceTaskId: null, field: "", variable: isItem ? "" : variable });
  };
  return (
    <>
      <Field label={label} required help={help} error={issues.get("sourceTaskId")}>
        <OptionSelect
          value={sourceTaskId ?? (isItem ? itemVariable : "")}
          onChange={choose}
          options={[
            ...(isInIteration ? [{ value: itemVariable, label: "The current item" }] : []),
            ...tasks.map(({ id, name }) => ({ value: id, label: `Output of ${name}` })),
            { value: "", label: "A variable" },
          ]}
        />
      </Field>
      {sourceTaskId || isItem ? (
        <Field label="Field" help={fieldHelp} error={issues.get("field")}>
          <Input value={field} maxLength={200} onChange={({ target }) => onChange({ field: target.value })} />
        </Field>
      ) : (
        <Field
          label="Variable name"
          help="Add the variable to the app's inputs to ask for it at the start."
          error={issues.get("variable")}
        >
          <Input
            value={variable}
            maxLength={variableNameMax}
            onChange={({ target }) => onChange({ variable: target.value })}
          />
        </Field>
      )}
    </>
  );
}

/** Which model classifies what. */
export function ClassificationFields({ slug, branch, tasks, issues, onChange }: SourceFieldsProps) {
  const { after, modelId, instructions } = branch;
  return (
    <>
      <Field label="Model" required error={issues.get("modelId")}>
        <ModelSelect slug={slug} value={modelId} onChange={(id) => onChange({ modelId: id })} />
      </Field>
      <Field label="Classify the output of" required group error={issues.get("after")}>
        <CheckList choices={toChoices(tasks)} chosen={after} onChange={(ids) => onChange({ after: ids })} />
      </Field>
      <Field label="Instructions" error={issues.get("instructions")}>
        <Textarea
          rows={3}
          value={instructions}
          placeholder="Decide by the customer's last message."
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </Field>
    </>
  );
}
