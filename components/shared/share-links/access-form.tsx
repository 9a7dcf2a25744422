"use client";

import { FormField } from "@/components/shared/form/form-field";
import { FormActions } from "@/components/shared/form/form-section";
import { TagsInput } from "@/components/shared/form/tags-input";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { AccessRadio } from "./access-radio";
import { PublicWarning } from "./public-warning";
import { findSearchers, useSearchable } from "./use-searchable";

interface AccessFormProps {
  slug: string;
  app: App;
  /** Whether the app has links. Without one, opening it to others also creates one. */
  hasLinks: boolean;
  onOpened(): Promise<unknown>;
}

/** Who has access to an app. Members who may not change it see it with the reason. */
export function AccessForm({ slug, app, hasLinks, onOpened }: AccessFormProps) {
  const denied = usePermission().why(Permission.EDIT_APP);
  const { mode: stored, emails } = app.sharingConfig;
  const form = useContractForm(async () => (await import("@/lib/contract/apps/schemas")).accessForm, {
    defaultValues: { sharingMode: stored, sharingEmails: emails },
  });
  const { isDirty } = form.formState;
  const mode = form.watch("sharingMode");
  const becomesPublic = isDirty && mode === "public" && stored !== "public";
  const searchable = useSearchable(slug, findSearchers(app), becomesPublic);
  const createsLink = !hasLinks && (mode === "public" || mode === "whitelist");
  const publicLabel = createsLink ? "Make public and create link" : "Make public";
  const accessLabel = createsLink ? "Save access and create link" : "Save access";
  const edit = useAction(apps.edit, { form, navigate: false, success: "Access saved." });
  const save = form.handleSubmit(async (body) => {
    if (!(await edit.run({ params: { resourceSlug: slug, appId: app._id }, body }))) return;
    form.reset(body);
    if (createsLink) await onOpened();
  });
  return (
    <form className="grid grid-cols-1 gap-3" noValidate onSubmit={(event) => void save(event)}>
      <FormField control={form.control} name="sharingMode" label="Access" group>
        {({ ref, ...field }) => <AccessRadio {...field} ref={ref} disabled={denied !== undefined} />}
      </FormField>
      {denied && <p className="text-muted text-secondary">{denied}</p>}
      {mode === "whitelist" && !denied && (
        <FormField
          control={form.control}
          name="sharingEmails"
          label="Email addresses"
          help="Press Enter or comma to add. Up to 200."
          required
        >
          {({ value = [], ...field }) => <TagsInput {...field} value={value} max={200} maxLength={254} />}
        </FormField>
      )}
      {becomesPublic && <PublicWarning searchable={searchable} />}
      {isDirty && (
        <FormActions>
          <Button variant="outline" onClick={() => form.reset()}>
            Cancel
          </Button>
          <Button type="submit" loading={edit.pending} disabled={becomesPublic && !searchable.data}>
            {becomesPublic ? publicLabel : accessLabel}
          </Button>
        </FormActions>
      )}
    </form>
  );
}
