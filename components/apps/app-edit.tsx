"use client";

import { useRouter } from "next/navigation";
import { ErrorState } from "@/components/shared/error-state";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { PageHeader } from "@/components/shared/page-header";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useEndpoint } from "@/hooks/use-endpoint";
import { useUnsavedGuard } from "@/hooks/use-unsaved-guard";
import { errorMessage } from "@/lib/api/api-error";
import { type App, appForm, apps } from "@/lib/contract/apps";
import { appDefaults, DetailFields, SharingFields } from "./app-fields";

export function EditAppPage({ appId }: { appId: string }) {
  const slug = useTeamSlug();
  const { data, error, refetch } = useEndpoint(apps.get, { params: { resourceSlug: slug, appId } });
  if (error) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={data?.app.name ?? "App"} back={{ href: `/${slug}/app/${appId}`, label: "App" }} />
      {data ? <EditForm key={data.app.version} slug={slug} app={data.app} /> : <Skeleton className="h-80" />}
    </div>
  );
}

function EditForm({ slug, app }: { slug: string; app: App }) {
  const router = useRouter();
  const form = useContractForm(appForm, { defaultValues: appDefaults(app) });
  useUnsavedGuard(form.formState.isDirty && !form.formState.isSubmitSuccessful);
  const edit = useAction(apps.edit, {
    form,
    success: "App saved.",
    navigate: false,
    onSuccess: () => router.push(`/${slug}/app/${app._id}`),
  });
  const save = form.handleSubmit(async (body) => {
    await edit.run({ params: { resourceSlug: slug, appId: app._id }, body: { ...body, version: app.version } });
  });
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <FormSection title="Details">
        <DetailFields form={form} slug={slug} app={app} />
      </FormSection>
      <FormSection title="Who may use it?">
        <SharingFields form={form} />
      </FormSection>
      <FormActions>
        <Button variant="outline" onClick={() => router.back()}>
          Cancel
        </Button>
        <Button type="submit" loading={edit.pending}>
          Save
        </Button>
      </FormActions>
    </form>
  );
}
