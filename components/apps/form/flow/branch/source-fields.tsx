"use client";

import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Field } from "@/components/shared/form/field";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { Textarea } from "@/components/ui/textarea";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { itemVariable, type Source } from "@/lib/contract/apps/steps";
import { isUnnamed } from "./branch-state";
import { VariableField } from "./variable-field";

interface SourceFieldsProps {
  slug: string;
  branch: BranchStep;
  /** The tasks before it. */
  tasks: readonly { id: string; name: string }[];
  issues: ReadonlyMap<string, string>;
  onChange(more: Partial<BranchStep>): void;
}

interface ValueFieldsProps extends Pick<SourceFieldsProps, "tasks"> {
  value: Source;
  label: string;
  help?: string;
  fieldHelp?: string;
  /** It can be the value of the branch. */
  canInherit?: boolean;
  /** It can be the current item. */
  isInIteration: boolean;
  issueOf(field: string): string | undefined;
  onChange(more: { sourceTaskId?: string | null; field?: string; variable?: string }): void;
}

const inherited = "inherited";
const empty = { sourceTaskId: null, field: "", variable: "" };
const defaultHelp = "For structured output, such as customer.country. Leave it empty to compare the whole output.";

/** The value that a branch or a condition compares, or the list of an iteration. */
export function ValueFields(props: ValueFieldsProps) {
  const { value, label, help, fieldHelp = defaultHelp, canInherit = false, isInIteration, tasks } = props;
  const { issueOf, onChange } = props;
  const { sourceTaskId, field, variable } = value;
  const isInherited = canInherit && !sourceTaskId && !variable && !isUnnamed(value);
  const isItem = isInIteration && !sourceTaskId && variable === itemVariable;
  const choose = (id: string) => {
    if (id === itemVariable) onChange({ ...empty, variable: itemVariable });
    else onChange({ ...empty, ...(id !== inherited && { sourceTaskId: id || (canInherit ? "" : null) }) });
  };
  return (
    <>
      <Field label={label} required={!canInherit} help={help} error={issueOf("sourceTaskId")}>
        <OptionSelect
          value={isInherited ? inherited : isItem ? itemVariable : (sourceTaskId ?? "")}
          onChange={choose}
          options={[
            ...(canInherit ? [{ value: inherited, label: "The branch's value" }] : []),
            ...(isInIteration ? [{ value: itemVariable, label: "The current item" }] : []),
            ...tasks.map(({ id, name }) => ({ value: id, label: `Output of ${name}` })),
            { value: "", label: "A variable" },
          ]}
        />
      </Field>
      {isInherited ? null : sourceTaskId || isItem ? (
        <Field label="Field" help={fieldHelp} error={issueOf("field")}>
          <Input value={field ?? ""} maxLength={200} onChange={({ target }) => onChange({ field: target.value })} />
        </Field>
      ) : (
        <VariableField
          value={variable ?? ""}
          isInIteration={isInIteration}
          error={issueOf("variable")}
          onChange={(name) => onChange({ sourceTaskId: canInherit && !name ? "" : null, variable: name })}
        />
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
