"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { AppBudget } from "@/components/shared/budget/budget-part";
import { FormField } from "@/components/shared/form/form-field";
import { FormFooter, isConflict } from "@/components/shared/form/form-footer";
import { FormSection } from "@/components/shared/form/form-section";
import { WithPreview } from "@/components/shared/preview/with-preview";
import { useRefusal } from "@/components/shared/required-tests/use-refusal";
import { NoteInput } from "@/components/shared/revisions/note-input";
import { SaveFooter } from "@/components/shared/revisions/save-footer";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { useUnsavedGuard } from "@/hooks/forms/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import { apps } from "@/lib/contract/apps/calls";
import type { AppDraft } from "@/lib/contract/apps/definition";
import type { Schedule } from "@/lib/contract/apps/schedule";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { DetailFields, SharingFields } from "./app-fields";
import { type AppValues, appDefaults } from "./app-form";
import { AppSchedule } from "./app-schedule";
import { LinksButton } from "./link-field";
import { ProcessFields } from "./process-fields";

const manualSchedule: Schedule = { type: "manual" };

interface EditFormProps {
  slug: string;
  app: App;
  draft: AppDraft | null;
  onReload(): void;
}

export function EditForm({ slug, app, draft, onReload }: EditFormProps) {
  const router = useRouter();
  const [links, setLinks] = useState(false);
  const { why } = usePermission();
  const form = useContractForm(async () => (await import("@/lib/contract/apps/schemas")).appForm, {
    defaultValues: appDefaults(app, draft?.definition),
  });
  const [note, setNote] = useState("");
  const isProcess = app.type === "process";
  const refusal = useRefusal(slug);
  const options = {
    form,
    navigate: false as const,
    onError: (error: ApiError) => refusal.onError(error) || isConflict(error),
  };
  const edit = useAction(apps.edit, {
    ...options,
    success: isProcess ? "App saved and applied." : "App saved.",
    onSuccess: () => router.push(`/${slug}/app/${app._id}`),
  });
  const saveDraft = useAction(apps.edit, { ...options, success: "Draft saved.", onSuccess: onReload });
  const params = { resourceSlug: slug };
  const preview = useAction(apps.preview, { form, navigate: false });
  useUnsavedGuard(form.formState.isDirty && !edit.done);
  // Must be read during render: react-hook-form only tracks what is read there.
  const scheduleChanged = form.formState.dirtyFields.schedule !== undefined;
  const toEdit = ({ schedule, ...body }: AppValues, more: object) => ({
    params: { ...params, appId: app._id },
    body: { ...body, version: app.version, ...(scheduleChanged && { schedule }), ...more },
  });
  const save = form.handleSubmit(async (body) => {
    const more = isProcess ? { note, draft: false } : {};
    await refusal.attempt((override) => edit.run(toEdit(body, { ...more, ...override })));
  });
  const keep = form.handleSubmit(async (body) => {
    await saveDraft.run(toEdit(body, { draft: true }));
  });
  const footer = {
    cancel: `/${slug}/app/${app._id}`,
    pending: edit.pending || saveDraft.pending || edit.done,
    disabledReason: why(Permission.EDIT_APP),
    error: refusal.filter(edit.error) ?? saveDraft.error,
    onReload,
  };
  return (
    <>
      <WithPreview
        slug={slug}
        form={form}
        create={({ schedule: _, ...values }) => preview.run({ params, body: { ...values, appId: app._id } })}
        disabledReason={footer.disabledReason}
      >
        <form className="grid gap-4" onSubmit={save} noValidate>
          <FormSection title="Details">
            <DetailFields form={form} slug={slug} app={app} />
          </FormSection>
          {isProcess && (
            <FormSection title="Process">
              <ProcessFields form={form} slug={slug} stored />
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
          {isProcess ? (
            <SaveFooter
              {...footer}
              create={undefined}
              onSaveDraft={() => void keep()}
              rollout={(!draft && app.rollout) || undefined}
              notice={
                <NoteInput aria-label="Version note" value={note} onChange={({ target }) => setNote(target.value)} />
              }
            />
          ) : (
            <FormFooter {...footer} submit="Save" />
          )}
        </form>
      </WithPreview>
      {refusal.dialog}
      <ShareLinksDialog slug={slug} app={app} linksOnly open={links} onOpenChange={setLinks} />
    </>
  );
}
