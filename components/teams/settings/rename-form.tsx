"use client";

import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { type MemberScope, staleResources } from "../member-scope";

interface Props {
  memberScope: MemberScope;
  slug: string;
  name: string;
}

/** Renames it. The slug stays the same, so that existing links keep working. */
export function RenameForm({ memberScope, slug, name }: Props) {
  const disabledReason = usePermission().why(memberScope.bits.rename);
  const form = useContractForm(async () => (await import("@/lib/contract/teams/schemas")).teamForm, {
    defaultValues: { name },
  });
  const rename = useAction(memberScope.calls.edit, { form, invalidate: staleResources, success: "Renamed." });
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={form.handleSubmit((body) => rename.run({ params: { resourceSlug: slug }, body }))}
    >
      <Field label="Name" error={form.formState.errors.name?.message} help={disabledReason}>
        <Input {...form.register("name")} autoComplete="off" maxLength={100} readOnly={disabledReason !== undefined} />
      </Field>
      <div>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button type="submit" variant="outline" loading={rename.pending}>
            Rename
          </Button>
        </DisabledTooltip>
      </div>
    </form>
  );
}
