"use client";

import { CheckButton, type CheckResult } from "@/components/shared/connection-check";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { models } from "@/lib/contract/calls/models";
import { Permission } from "@/lib/permissions/bits";
import type { ModelContractForm } from "./form-type";

interface TestProps {
  slug: string;
  form: ModelContractForm;
  /** Uses its stored secrets where the mask was left. */
  modelId?: string | undefined;
  onResult(result: CheckResult | undefined): void;
}

/** Calls the model with what the form holds, without saving it. */
export function ConnectionTest({ slug, form, modelId, onResult }: TestProps) {
  const { why } = usePermission();
  const test = useAction(models.test, { form });
  const run = async () => {
    onResult(undefined);
    if (!(await form.trigger(["model", "config"], { shouldFocus: true }))) return;
    const { type, model, modelType, config } = form.getValues();
    const answer = await test.run({
      params: { resourceSlug: slug },
      body: { type, model, modelType, config, modelId },
    });
    if (!answer) return;
    const length = answer.embeddingLength ? ` with ${answer.embeddingLength} dimensions` : "";
    onResult({
      ok: answer.ok,
      message: answer.ok ? `The model answers${length}.` : (answer.message ?? "The model does not answer."),
    });
  };
  return <CheckButton why={why(Permission.CREATE_MODEL)} pending={test.pending} onClick={() => void run()} />;
}
