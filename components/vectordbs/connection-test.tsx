"use client";

import { CheckButton, type CheckResult } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { vectorDbKinds } from "@/lib/constants/vectordbs";
import { vectordbs } from "@/lib/contract/vectordbs/calls";
import { Permission } from "@/lib/permissions/bits";
import type { VectorDbContractForm } from "./form-type";

interface TestProps {
  slug: string;
  form: VectorDbContractForm;
  /** A key whose mask is unchanged is taken from this stored database. */
  vectorDbId?: string | undefined;
  onResult(result: CheckResult | undefined): void;
}

/** Connects to the database with the form's values, without saving. */
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
    onResult({
      ok: answer.ok,
      message: answer.ok ? "Connection successful." : (answer.message ?? `${title} isn't responding.`),
    });
  };
  return <CheckButton reason={why(Permission.CREATE_VECTOR_DB)} pending={test.pending} onClick={() => void run()} />;
}
