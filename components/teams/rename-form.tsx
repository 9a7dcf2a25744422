"use client";

import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { usePermission } from "@/hooks/use-permission";
import { type Place, stale } from "./place";

interface Props {
  place: Place;
  slug: string;
  name: string;
}

/** The address stays as it is: links that people have keep working. */
export function RenameForm({ place, slug, name }: Props) {
  const why = usePermission().why(place.bits.rename);
  const form = useContractForm(async () => (await import("@/lib/contract/teams")).teamForm, {
    defaultValues: { name },
  });
  const rename = useAction(place.calls.edit, { form, invalidate: stale, success: "Renamed." });
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={form.handleSubmit((body) => rename.run({ params: { resourceSlug: slug }, body }))}
    >
      <Field label="Name" error={form.formState.errors.name?.message} help={why}>
        <Input {...form.register("name")} autoComplete="off" maxLength={100} readOnly={why !== undefined} />
      </Field>
      <div>
        <Explained why={why}>
          <Button type="submit" variant="outline" loading={rename.pending}>
            Rename
          </Button>
        </Explained>
      </div>
    </form>
  );
}
