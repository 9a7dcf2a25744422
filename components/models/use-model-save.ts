"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { isConflict } from "@/components/shared/form/form-footer";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import type { CheckResult } from "@/components/shared/status/connection-check";
import { atLimit } from "@/components/shared/status/limit-note";
import { useAction } from "@/hooks/api/use-action";
import type { ApiError } from "@/lib/api/api-error";
import { models } from "@/lib/contract/models/calls";
import type { Model } from "@/lib/contract/models/schemas";
import type { ModelContractForm } from "./form-type";
import { toSentProvider } from "./sent-provider";

/** Adds or edits a model. The server tests the connection first; a failing one can still be saved. */
export function useModelSave(slug: string, form: ModelContractForm, model: Model | undefined) {
  const router = useRouter();
  const [result, setResult] = useState<CheckResult & { forceable?: true }>();
  const refusal = useRefusal(slug);
  const options = {
    form,
    success: model ? "Model saved." : "Model created.",
    invalidate: ["agents", "providers"],
    navigate: false,
    onSuccess: () => router.push(`/${slug}/models`),
    onError: (error: ApiError) => {
      if (error.data.check !== false) return refusal.onError(error) || isConflict(error) || atLimit(error);
      setResult({ ok: false, message: error.message, forceable: true });
      return true;
    },
  };
  const add = useAction(models.add, options);
  const edit = useAction(models.edit, options);
  const toEdit = ({ _id, version }: Model, body: object) => ({
    params: { resourceSlug: slug, modelId: _id },
    body: { ...body, version },
  });
  const save = (force: boolean) =>
    form.handleSubmit(async (values) => {
      setResult(undefined);
      const { providerId: _id, type: _type, config: _config, ...rest } = values;
      // A stored model without a provider keeps none until one is chosen.
      const provider = model && !values.providerId ? {} : toSentProvider(values);
      const body = { ...rest, ...provider, force };
      if (!model) await add.run({ params: { resourceSlug: slug }, body });
      else await refusal.attempt(({ reason }) => edit.run(toEdit(model, { ...body, reason })));
    });
  return {
    save,
    result,
    setResult,
    pending: add.pending || edit.pending,
    done: add.done || edit.done,
    error: add.error ?? refusal.filter(edit.error),
    refusal: refusal.dialog,
  };
}
