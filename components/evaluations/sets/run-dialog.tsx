"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { NumberInput, RequiredNumber } from "@/components/shared/form/number-input";
import { ModelSelect } from "@/components/shared/pickers/model-select";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { OptionSelect } from "@/components/ui/option-select";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/api/use-action";
import { maxEvaluationRepeat } from "@/lib/constants/limits";
import { testsets } from "@/lib/contract/testsets/calls";
import type { TestSetSummary } from "@/lib/contract/testsets/schemas";
import { EstimateNote } from "./estimate-note";
import { otherModel, toSubject, useRunOptions } from "./use-run-options";

interface RunFormProps {
  slug: string;
  set: Pick<TestSetSummary, "_id" | "agentId" | "appId" | "repeat">;
}

interface RunDialogProps extends RunFormProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Starts an evaluation, after the choice of what is tested. */
export function RunDialog({ open, onOpenChange, ...props }: RunDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Run test set" description="Runs each case and checks the answers.">
        <RunFields {...props} onClose={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function RunFields({ slug, set, onClose }: RunFormProps & { onClose(): void }) {
  const router = useRouter();
  const { options, first, pending } = useRunOptions(slug, set);
  const [chosen, setChosen] = useState<string>();
  const [modelId, setModelId] = useState<string | null>(null);
  const [repeat, setRepeat] = useState(set.repeat);
  const [maxCost, setMaxCost] = useState<number | null>();
  const option = chosen ?? first;
  const params = { resourceSlug: slug, testsetId: set._id };
  const run = useAction(testsets.run, {
    navigate: false,
    invalidate: ["evaluations"],
    onSuccess: ({ _id }) => router.push(`/${slug}/evaluation/${_id}`),
  });
  if (pending) return <Skeleton className="h-60" />;
  const isRepeatValid = Number.isInteger(repeat) && repeat >= 1 && repeat <= maxEvaluationRepeat;
  const isCostValid = maxCost == null || maxCost > 0;
  const isReady = isRepeatValid && isCostValid && (option !== otherModel || modelId !== null);
  const body = { ...toSubject(option, modelId), repeat };
  const start = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void run.run({ params, body: { ...body, ...(maxCost != null && { maxCost }) } });
  };
  return (
    <form className="grid gap-4" onSubmit={start} noValidate>
      <Field label="Version">
        <OptionSelect value={option} onChange={setChosen} options={options} />
      </Field>
      {option === otherModel && (
        <Field label="Model" required>
          <ModelSelect slug={slug} value={modelId} onChange={setModelId} />
        </Field>
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Attempts per case"
          error={isRepeatValid ? undefined : `Enter a whole number from 1 to ${maxEvaluationRepeat}.`}
        >
          <RequiredNumber value={repeat} min={1} max={maxEvaluationRepeat} onChange={setRepeat} />
        </Field>
        <Field
          label="Cost limit (US dollars)"
          help="Optional. The evaluation stops when its cost reaches this limit."
          error={isCostValid ? undefined : "Enter a number greater than 0."}
        >
          <NumberInput step="any" min={0} value={maxCost} onChange={setMaxCost} />
        </Field>
      </div>
      {isReady && <EstimateNote params={params} body={body} />}
      <DialogButtons submit="Run" pending={run.pending || run.done} disabled={!isReady} onCancel={onClose} />
    </form>
  );
}
