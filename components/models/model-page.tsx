"use client";

import { useSearchParams } from "next/navigation";
import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { models } from "@/lib/contract/models/calls";
import { ModelForm } from "./model-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/models`, label: "Models" });

export function AddModelPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New model" back={toBackLink(slug)} />
      <ModelForm slug={slug} firstProvider={useSearchParams().get("type")} />
    </div>
  );
}

export function EditModelPage({ modelId }: { modelId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(models.get, { params: { resourceSlug: slug, modelId } });
  return (
    <EditPage query={query} back={toBackLink(slug)} title={({ model }) => model.name}>
      {({ model }, reload) => <ModelForm key={model.version} slug={slug} model={model} onReload={reload} />}
    </EditPage>
  );
}
