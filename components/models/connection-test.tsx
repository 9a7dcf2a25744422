"use client";

import { PlugZap } from "lucide-react";
import { Banner } from "@/components/shared/banner";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { models } from "@/lib/contract/calls/models";
import { Permission } from "@/lib/permissions/bits";
import type { ModelContractForm } from "./form-type";

export interface TestResult {
  ok: boolean;
  message: string;
}

interface TestProps {
  slug: string;
  form: ModelContractForm;
  /** Uses its stored secrets where the mask was left. */
  modelId?: string | undefined;
  onResult(result: TestResult | undefined): void;
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
  return (
    <Explained why={why(Permission.CREATE_MODEL)}>
      <Button
        variant="outline"
        className="mr-auto max-sm:px-3"
        aria-label="Test connection"
        loading={test.pending}
        onClick={() => void run()}
      >
        <PlugZap aria-hidden />
        <span>
          Test<span className="max-sm:hidden"> connection</span>
        </span>
      </Button>
    </Explained>
  );
}

export function TestBanner({ result, onForce }: { result: TestResult; onForce?: (() => void) | undefined }) {
  return (
    <Banner
      tone={result.ok ? "success" : "danger"}
      action={onForce && { label: "Save anyway", onSelect: onForce }}
      className="break-words"
    >
      {result.message}
    </Banner>
  );
}
