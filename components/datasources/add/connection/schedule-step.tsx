"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { ScheduleFields } from "@/components/shared/schedule/schedule-fields";
import { atLimit, LimitNote } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Schedule } from "@/lib/contract/datasources/settings";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { DatasourceForm } from "../../setup/form";

const setupFields = ["chunking", "embeddingModelId", "vectorDbId"] as const;
const manualSchedule: Schedule = { type: "manual" };

interface ScheduleStepProps {
  slug: string;
  form: DatasourceForm;
  draftId: string;
  onStep(step: number): void;
  /** Called once everything is saved. */
  onAdded(): void;
}

/** The sync schedule; submitting it starts the first sync. */
export function ScheduleStep({ slug, form, draftId, onStep, onAdded }: ScheduleStepProps) {
  const { why } = usePermission();
  const add = useAction(datasources.add, {
    form,
    success: "Connected. The first sync has started.",
    invalidate: ["tools", "plans"],
    onSuccess: onAdded,
    onError: (error) => {
      if (atLimit(error)) return true;
      if (!form.showIssues(error)) return undefined;
      toProblem();
      return true;
    },
  });
  /** Goes to the step whose field is invalid. */
  const toProblem = () => {
    if (form.getFieldState("streamConfig").invalid) onStep(2);
    else if (setupFields.some((name) => form.getFieldState(name).invalid)) onStep(3);
    else if (form.getFieldState("name").invalid || form.getFieldState("config").invalid) onStep(1);
  };
  const start = form.handleSubmit(async ({ streamConfig = [], schedule, chunking, embeddingModelId, vectorDbId }) => {
    await add.run({
      params: { resourceSlug: slug },
      body: { datasourceId: draftId, streamConfig, schedule, chunking, embeddingModelId, vectorDbId },
    });
  }, toProblem);
  const streams = form.watch("streamConfig")?.length ?? 0;
  return (
    <form onSubmit={start} noValidate>
      <FormSection title="Schedule" description="You can change this later.">
        <FormField control={form.control} name="schedule" label={<span className="sr-only">Schedule</span>} group>
          {({ value = manualSchedule, onChange }) => (
            <div className="grid gap-4">
              <ScheduleFields slug={slug} value={value} onChange={onChange} subject="sync" />
            </div>
          )}
        </FormField>
        <LimitNote error={add.error} />
        <FormActions>
          <Button variant="outline" onClick={() => onStep(3)}>
            Back
          </Button>
          <DisabledTooltip disabledReason={why(Permission.CREATE_DATASOURCE)}>
            <Button type="submit" loading={add.pending || add.done}>
              Sync {pluralize(streams, "stream")} now
            </Button>
          </DisabledTooltip>
        </FormActions>
      </FormSection>
    </form>
  );
}
