"use client";

import { CheckButton, type CheckResult } from "@/components/shared/status/connection-check";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { providers } from "@/lib/contract/providers/calls";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { ProviderContractForm } from "./form-type";

interface Props {
  slug: string;
  form: ProviderContractForm;
  /** Secrets whose masks are unchanged are taken from this stored provider. */
  providerId?: string | undefined;
  onResult(result: CheckResult | undefined): void;
}

/** Lists the provider's models with the form's values, without saving. */
export function ProviderTest({ slug, form, providerId, onResult }: Props) {
  const { why } = usePermission();
  const test = useAction(providers.test, { form });
  const run = async () => {
    onResult(undefined);
    if (!(await form.trigger("config", { shouldFocus: true }))) return;
    const { type, config } = form.getValues();
    const answer = await test.run({ params: { resourceSlug: slug }, body: { type, config, providerId } });
    if (!answer) return;
    const success = `Connection successful. ${pluralize(answer.models ?? 0, "model")} available.`;
    onResult({ ok: answer.ok, message: answer.ok ? success : (answer.message ?? "The provider isn't responding.") });
  };
  return <CheckButton reason={why(Permission.CREATE_MODEL)} pending={test.pending} onClick={() => void run()} />;
}
