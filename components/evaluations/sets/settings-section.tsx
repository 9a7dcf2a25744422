"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormSection } from "@/components/shared/form/form-section";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { SwitchField } from "@/components/shared/form/switch-field";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { ToolPicker } from "@/components/shared/pickers/tool-picker";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import { maxEvaluationRepeat } from "@/lib/constants/limits";
import type { TestSet } from "@/lib/contract/testsets/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { formatInterval, formatShare } from "../labels";
import type { SetValues } from "./set-values";

function describeJudge({ labels, agreement, interval, canBlock }: TestSet["judge"]): string {
  if (labels === 0)
    return "No answers have been labeled yet. Label answers of an evaluation as correct or incorrect to measure the judge. Until then, its verdicts can't block changes.";
  const measured = `Measured: ${formatShare(agreement)}${interval ? ` (${formatInterval(interval)})` : ""} agreement with ${pluralize(labels, "label")}.`;
  return `${measured} ${canBlock ? "Its verdicts can block changes." : "Its verdicts can't block changes yet."}`;
}

interface SettingsProps {
  slug: string;
  form: ContractForm<SetValues>;
  set: TestSet;
}

export function SettingsSection({ slug, form: { control, watch, setValue }, set }: SettingsProps) {
  return (
    <FormSection title="Settings">
      <FormField control={control} name="name" label="Name" required>
        {(field) => <Input {...field} maxLength={100} />}
      </FormField>
      <SwitchField
        control={control}
        name="required"
        label="Tests are required by default"
        help="Changes can't be applied while a required test fails. You can change this for each case."
      />
      <FormField
        control={control}
        name="repeat"
        label="Attempts per case"
        help="Answers vary. More attempts measure more precisely, and cost more."
      >
        {(field) => <RequiredNumber {...field} min={1} max={maxEvaluationRepeat} />}
      </FormField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField
          control={control}
          name="judgeModelId"
          label="Judge model"
          aside={
            watch("judgeModelId") && (
              <Button
                variant="link"
                className="text-label"
                onClick={() => setValue("judgeModelId", null, { shouldDirty: true })}
              >
                Remove<span className="sr-only"> the judge model</span>
              </Button>
            )
          }
          help="Grades answers in checks with a rubric. Choose a different model from the one being tested."
        >
          {({ value, ref: _ref, ...field }) => <ModelSelect {...field} slug={slug} value={value ?? null} />}
        </FormField>
        <FormField control={control} name="minAgreement" label="Min judge agreement" help={describeJudge(set.judge)}>
          {(field) => <RequiredNumber {...field} step={0.05} min={0} max={1} />}
        </FormField>
      </div>
      <FormField
        control={control}
        name="liveToolIds"
        label="Live tools"
        help="Other tools use the results recorded with a case. Choose only tools without side effects."
      >
        {({ value, ref: _ref, ...field }) => <ToolPicker {...field} slug={slug} value={value} />}
      </FormField>
    </FormSection>
  );
}
