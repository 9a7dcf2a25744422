"use client";

import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Field } from "@/components/shared/form/field";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import { variableNameMax } from "@/lib/constants/limits";
import type { BranchStep } from "@/lib/contract/apps/flow";

interface SourceFieldsProps {
  slug: string;
  branch: BranchStep;
  /** The tasks before it. */
  tasks: readonly { id: string; name: string }[];
  issues: ReadonlyMap<string, string>;
  onChange(more: Partial<BranchStep>): void;
}

/** What a branch compares. */
export function ValueFields({ branch, tasks, issues, onChange }: Omit<SourceFieldsProps, "slug">) {
  const { sourceTaskId, field, variable } = branch;
  return (
    <>
      <Field label="Value" required error={issues.get("sourceTaskId")}>
        <OptionSelect
          value={sourceTaskId ?? ""}
          onChange={(id) => onChange({ sourceTaskId: id || null })}
          options={[
            ...tasks.map(({ id, name }) => ({ value: id, label: `Output of ${name}` })),
            { value: "", label: "A variable" },
          ]}
        />
      </Field>
      {sourceTaskId ? (
        <Field
          label="Field"
          help="For structured output, such as customer.country. Leave it empty to compare the whole output."
          error={issues.get("field")}
        >
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
