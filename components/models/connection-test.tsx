"use client";

import { CheckButton, type CheckResult } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { models } from "@/lib/contract/models/calls";
import { Permission } from "@/lib/permissions/bits";
import { describeCapabilities } from "./capabilities";
import type { ModelContractForm } from "./form-type";
import { toSentProvider } from "./sent-provider";

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
    const values = form.getValues();
    const { model, modelType } = values;
    const answer = await test.run({
      params: { resourceSlug: slug },
      body: { ...toSentProvider(values), model, modelType, modelId },
    });
    if (!answer) return;
    const length = answer.embeddingLength ? ` Vectors have ${answer.embeddingLength} dimensions.` : "";
    const capabilities = answer.capabilities ? ` ${describeCapabilities(answer.capabilities)}` : "";
    onResult({
      ok: answer.ok,
      message: answer.ok
        ? `Connection successful.${length}${capabilities}`
        : (answer.message ?? "The model isn't responding."),
    });
  };
  return <CheckButton reason={why(Permission.CREATE_MODEL)} pending={test.pending} onClick={() => void run()} />;
}
