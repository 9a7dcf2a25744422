"use client";

import { CircleAlert, CircleCheck, PlugZap } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/use-action";
import { models } from "@/lib/contract/models";
import type { ModelContractForm } from "./form-type";

interface Props {
  slug: string;
  form: ModelContractForm;
  /** Uses its stored secrets where the mask was left. */
  modelId?: string;
}

/** Calls the model with what the form holds, without saving it. */
export function ConnectionTest({ slug, form, modelId }: Props) {
  const test = useAction(models.test, { form });
  const [result, setResult] = useState<{ ok: boolean; message: string }>();
  const run = async () => {
    setResult(undefined);
    const { type, model, modelType, config } = form.getValues();
    if (!(await form.trigger(["model"]))) return;
    const answer = await test.run({
      params: { resourceSlug: slug },
      body: { type, model, modelType, config, modelId },
    });
    if (!answer) return;
    const length = answer.embeddingLength ? ` It answers ${answer.embeddingLength} dimensions.` : "";
    setResult({
      ok: answer.ok,
      message: answer.ok ? `The model answers.${length}` : (answer.message ?? "The model does not answer."),
    });
  };
  return (
    <div className="mr-auto flex min-w-0 flex-1 flex-wrap items-center gap-3">
      <Button variant="outline" loading={test.pending} onClick={() => void run()}>
        <PlugZap /> Test connection
      </Button>
      <p
        role="status"
        className={`flex min-w-0 items-center gap-1.5 break-words text-secondary ${result?.ok ? "text-success" : "text-danger"}`}
      >
        {result &&
          (result.ok ? <CircleCheck className="size-4 shrink-0" /> : <CircleAlert className="size-4 shrink-0" />)}
        {result?.message}
      </p>
    </div>
  );
}
