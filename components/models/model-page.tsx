"use client";

import { useSearchParams } from "next/navigation";
import { ErrorState } from "@/components/shared/error-state";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { models } from "@/lib/contract/models";
import { ModelForm } from "./model-form";

export function AddModelPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New model" back={{ href: `/${slug}/models`, label: "Models" }} />
      <ModelForm slug={slug} firstProvider={useSearchParams().get("type")} />
    </div>
  );
}

export function EditModelPage({ modelId }: { modelId: string }) {
  const slug = useTeamSlug();
  const { data, error, refetch } = useEndpoint(models.get, { params: { resourceSlug: slug, modelId } });
  if (error) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={data?.model.name ?? "Model"} back={{ href: `/${slug}/models`, label: "Models" }} />
      {data ? <ModelForm key={data.model.version} slug={slug} model={data.model} /> : <Skeleton className="h-80" />}
    </div>
  );
}
