"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppBudget } from "@/components/shared/budget/budget-part";
import { FormField } from "@/components/shared/form/form-field";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { EditPage } from "@/components/shared/page/edit-page";
import { WithPreview } from "@/components/shared/preview/with-preview";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import { apps } from "@/lib/contract/apps/calls";
import type { Schedule } from "@/lib/contract/apps/schedule";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { DetailFields, SharingFields } from "./app-fields";
import { appDefaults } from "./app-form";
import { AppSchedule } from "./app-schedule";
import { LinksButton } from "./link-field";
import { ProcessFields } from "./process-fields";

const manualSchedule: Schedule = { type: "manual" };

export function EditAppPage({ appId }: { appId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(apps.get, { params: { resourceSlug: slug, appId } });
  return (
    <EditPage
      wide
      query={query}
      back={{ href: `/${slug}/app/${appId}`, label: query.data?.app.name ?? "App" }}
      title={() => "Edit app"}
    >
      {({ app }, reload) => <EditForm key={app.version} slug={slug} app={app} onReload={reload} />}
    </EditPage>
  );
}

function EditForm({ slug, app, onReload }: { slug: string; app: App; onReload(): void }) {
  const router = useRouter();
  const [links, setLinks] = useState(false);
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/apps/schemas")).appForm, {
    defaultValues: appDefaults(app),
  });
  const edit = useAction(apps.edit, {
    form,
    success: "App saved.",
    navigate: false,
    onSuccess: () => router.push(`/${slug}/app/${app._id}`),
    onError: isConflict,
  });
  const params = { resourceSlug: slug };
  const preview = useAction(apps.preview, { form, navigate: false });
  useUnsavedGuard(form.formState.isDirty && !edit.done);
  // Must be read during render: react-hook-form only tracks what is read there.
  const scheduleChanged = form.formState.dirtyFields.schedule !== undefined;
  const save = form.handleSubmit(async ({ schedule, ...body }) => {
    const sent = { ...body, version: app.version, ...(scheduleChanged && { schedule }) };
    await edit.run({ params: { resourceSlug: slug, appId: app._id }, body: sent });
  });
  const disabledReason = why(Permission.EDIT_APP);
  return (
    <>
      <WithPreview
        slug={slug}
        form={form}
        create={({ schedule: _, ...values }) => preview.run({ params, body: { ...values, appId: app._id } })}
        disabledReason={disabledReason}
      >
        <form className="grid gap-4" onSubmit={save} noValidate>
          <FormSection title="Details">
            <DetailFields form={form} slug={slug} app={app} />
          </FormSection>
          {app.type === "process" && (
            <FormSection title="Process">
              <ProcessFields form={form} slug={slug} />
            </FormSection>
          )}
          <FormSection title="Access">
            <SharingFields form={form} slug={slug} app={app}>
              <LinksButton onClick={() => setLinks(true)} />
            </SharingFields>
          </FormSection>
          <FormSection title="Schedule">
            <FormField control={form.control} name="schedule" label={<span className="sr-only">Schedule</span>} group>
              {({ value = manualSchedule, onChange }) => (
                <AppSchedule slug={slug} app={app} value={value} onChange={onChange} />
              )}
            </FormField>
          </FormSection>
          <AppBudget slug={slug} appId={app._id} />
          <FormFooter
            cancel={`/${slug}/app/${app._id}`}
            submit="Save"
            pending={edit.pending || edit.done}
            disabledReason={disabledReason}
            error={edit.error}
            onReload={onReload}
          />
        </form>
      </WithPreview>
      <ShareLinksDialog slug={slug} app={app} linksOnly open={links} onOpenChange={setLinks} />
    </>
  );
}
