"use client";

import { useSearchParams } from "next/navigation";
import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInitialValues } from "@/hooks/forms/use-initial-values";
import { isProviderId } from "@/lib/constants/providers";
import { models } from "@/lib/contract/models/calls";
import { providers } from "@/lib/contract/providers/calls";
import { ModelForm } from "./model-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/models`, label: "Models" });

export function AddModelPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New model" back={toBackLink(slug)} />
      <NewModel slug={slug} />
    </div>
  );
}

/** Starts with the provider or the type in the URL, or with the newest provider, and with the URL's model. */
function NewModel({ slug }: { slug: string }) {
  const search = useSearchParams();
  const sent = search.get("type");
  const type = sent && isProviderId(sent) ? sent : undefined;
  const chosen = search.get("provider");
  const model = search.get("model");
  const modelType = search.get("modelType") === "embedding" ? "embedding" : "llm";
  const params = { resourceSlug: slug };
  const list = useEndpoint(providers.list, { params, query: { limit: 1, ...(type && { type }) } });
  const one = useEndpoint(providers.get, { params: { ...params, providerId: chosen ?? "" }, enabled: chosen !== null });
  const { initial } = useInitialValues(list);
  if (list.error && !initial) return <QueryError error={list.error} refetch={list.refetch} />;
  if (!initial || (chosen !== null && one.isPending)) return <Skeleton className="h-40" />;
  return (
    <ModelForm
      slug={slug}
      first={one.data?.provider ?? initial.providers[0]}
      {...(type && { firstType: type })}
      {...(model && { wanted: { model, modelType } })}
    />
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
