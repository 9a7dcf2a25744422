"use client";

import { CheckButton, type CheckResult } from "@/components/shared/connection-check";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { vectorDbKinds } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/calls/vectordbs";
import { Permission } from "@/lib/permissions/bits";
import type { VectorDbContractForm } from "./form-type";

interface TestProps {
  slug: string;
  form: VectorDbContractForm;
  /** Uses its stored key where the mask was left. */
  vectorDbId?: string | undefined;
  onResult(result: CheckResult | undefined): void;
}

/** Reaches the database with what the form holds, without saving it. */
export function ConnectionTest({ slug, form, vectorDbId, onResult }: TestProps) {
  const { why } = usePermission();
  const test = useAction(vectordbs.test, { form });
  const run = async () => {
    onResult(undefined);
    if (!(await form.trigger(["url", "config"], { shouldFocus: true }))) return;
    const { type, url, config } = form.getValues();
    const answer = await test.run({ params: { resourceSlug: slug }, body: { type, url, config, vectorDbId } });
    if (!answer) return;
    const { title } = vectorDbKinds[type];
    onResult({ ok: answer.ok, message: answer.ok ? `${title} answers.` : (answer.message ?? `${title} is silent.`) });
  };
  return <CheckButton why={why(Permission.CREATE_VECTOR_DB)} pending={test.pending} onClick={() => void run()} />;
}
