"use client";

import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Field } from "@/components/shared/form/field";
import { InputRequestFields } from "@/components/shared/input-requests/input-request-fields";
import { Textarea } from "@/components/ui/textarea";
import type { BranchStep } from "@/lib/contract/apps/flow";

interface PersonFieldsProps {
  branch: BranchStep;
  /** The tasks before it. */
  tasks: readonly { id: string; name: string }[];
  issues: ReadonlyMap<string, string>;
  onChange(more: Partial<BranchStep>): void;
}

/** Who is asked what, and when. */
export function PersonFields({ branch, tasks, issues, onChange }: PersonFieldsProps) {
  const { after, instructions, asks } = branch;
  return (
    <>
      <Field label="Question" required error={issues.get("instructions")}>
        <Textarea
          rows={2}
          value={instructions}
          placeholder="Send this answer to the customer?"
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </Field>
      {tasks.length > 0 && (
        <Field label="Ask after" group error={issues.get("after")}>
          <CheckList choices={toChoices(tasks)} chosen={after} onChange={(ids) => onChange({ after: ids })} />
        </Field>
      )}
      <Field label="Assignee" group error={issues.get("asks")}>
        <InputRequestFields
          value={asks}
          onChange={(rules) => onChange({ asks: rules ?? undefined })}
          withoutAnswer="The default case is taken"
        />
      </Field>
    </>
  );
}
