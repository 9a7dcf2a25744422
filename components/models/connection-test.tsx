"use client";

import { CheckButton, type CheckResult } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";
import type { ModelContractForm } from "./form-type";

interface TestProps {
  slug: string;
  form: ModelContractForm;
  /** Secrets whose masks are unchanged are taken from this stored model. */
  modelId?: string | undefined;
  onResult(result: CheckResult | undefined): void;
}

/** Calls the model with the form's values, without saving. */
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
    const length = answer.embeddingLength ? ` Vectors have ${answer.embeddingLength} dimensions.` : "";
    onResult({
      ok: answer.ok,
      message: answer.ok ? `Connection successful.${length}` : (answer.message ?? "The model isn't responding."),
    });
  };
  return <CheckButton reason={why(Permission.CREATE_MODEL)} pending={test.pending} onClick={() => void run()} />;
}
