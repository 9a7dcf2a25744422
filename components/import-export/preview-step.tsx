"use client";

import { useId } from "react";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import type { ImportPreview } from "@/lib/contract/transfers/schemas";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import type { ImportChoices } from "./import-input";
import { NeedList } from "./need-list";
import { describeNothingImported } from "./nothing-imported";
import { PartList } from "./part-list";
import { PreviewPicture } from "./preview-picture";
import { SourceReport } from "./source-report";
import { TodoList } from "./todo-list";
import type { ImportState } from "./use-import";

/** Applies choices optimistically, before the new preview has arrived. */
const applyChoices = ({ needs, parts }: ImportPreview, { choices, mapping }: ImportChoices) => ({
  needs: needs.map((need) => ({ ...need, chosen: mapping[need.key] ?? need.chosen })),
  parts: parts.map((part) => ({ ...part, action: choices[part.key] ?? part.action })),
});

interface PreviewStepProps {
  preview: ImportPreview;
  state: ImportState;
  /** Label of the button that returns to the previous step. */
  back?: string;
}

/** The changes of an import, its choices, and its problems. */
export function PreviewStep({ preview, state, back = "Choose another file" }: PreviewStepProps) {
  const { problems, todo, schedule, changes } = preview;
  const { needs, parts } = state.previewing ? applyChoices(preview, state.chosen) : preview;
  const nothing = describeNothingImported(preview);
  const emptyReason = nothing?.empty ? nothing.message : undefined;
  const disabledReason = emptyReason ?? problems[0] ?? (changes ? undefined : "Everything is already up to date.");
  return (
    <div aria-busy={state.previewing} className="grid grid-cols-1 gap-4">
      {state.changed && <Banner tone="warning">{state.changed}</Banner>}
      {problems.length > 0 && (
        <Banner tone="warning" className="items-start">
          <p className="font-medium">This app can't be imported yet:</p>
          <ul className="wrap-anywhere ml-4 list-disc">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
      {!changes && problems.length === 0 && <Banner>Everything is already up to date.</Banner>}
      {nothing && <Banner tone="warning">{nothing.message}</Banner>}
      {preview.source.system !== "muster" && <SourceReport source={preview.source} report={preview.report} />}
      {needs.length > 0 && (
        <NeedList needs={needs} onChoose={(mapping) => state.choose({ mapping })} onReload={() => state.choose()} />
      )}
      {preview.process && <PreviewPicture process={preview.process} />}
      <PartList parts={parts} onChoose={(choices) => state.choose({ choices })} />
      {schedule && (
        <ScheduleChoice
          schedule={schedule}
          on={state.chosen.schedule}
          onChange={(on) => state.choose({ schedule: on })}
        />
      )}
      {todo.length > 0 && changes && (
        <FormSection title="Next steps">
          <TodoList todo={todo} />
        </FormSection>
      )}
      <div
        ref={bottomBar}
        className="sticky -bottom-4 z-10 -mx-4 -mb-4 border-t bg-canvas px-4 py-3 md:-bottom-6 md:mx-0 md:-mb-6 md:px-0"
      >
        <FormActions>
          <Button variant="outline" onClick={state.startOver}>
            {back}
          </Button>
          <DisabledTooltip disabledReason={disabledReason}>
            <Button loading={state.importing} disabled={state.previewing} onClick={state.run}>
              Import
            </Button>
          </DisabledTooltip>
        </FormActions>
      </div>
    </div>
  );
}

interface ScheduleChoiceProps {
  schedule: string;
  on: boolean;
  onChange(on: boolean): void;
}

function ScheduleChoice({ schedule, on, onChange }: ScheduleChoiceProps) {
  const id = useId();
  return (
    <FormSection title="Schedule" description={`The exported app runs ${schedule}.`}>
      <div className="flex items-center gap-2">
        <Switch id={id} checked={on} onCheckedChange={onChange} />
        <Label htmlFor={id}>Keep this schedule and run the app as you</Label>
      </div>
    </FormSection>
  );
}
