"use client";

import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { providers } from "@/lib/contract/providers/calls";
import { EndingModels } from "./ending-models";
import { ProviderForm } from "./provider-form";
import { ProviderModels } from "./provider-models";

const toBackLink = (slug: string) => ({ href: `/${slug}/providers`, label: "Providers" });

export function AddProviderPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New provider" back={toBackLink(slug)} />
      <ProviderForm slug={slug} />
    </div>
  );
}

export function EditProviderPage({ providerId }: { providerId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(providers.get, { params: { resourceSlug: slug, providerId } });
  return (
    <EditPage query={query} back={toBackLink(slug)} title={({ provider }) => provider.name}>
      {({ provider }, reload) => (
        <div className="grid gap-4">
          <EndingModels slug={slug} providerId={providerId} />
          <ProviderModels slug={slug} provider={provider} />
          <ProviderForm key={provider.version} slug={slug} provider={provider} onReload={reload} />
        </div>
      )}
    </EditPage>
  );
}
