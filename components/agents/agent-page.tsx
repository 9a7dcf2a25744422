"use client";

import { ErrorState } from "@/components/shared/error-state";
import { PageHeader } from "@/components/shared/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { agents } from "@/lib/contract/agents";
import { AgentForm } from "./agent-form";

export function AddAgentPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New agent" back={{ href: `/${slug}/agents`, label: "Agents" }} />
      <AgentForm slug={slug} />
    </div>
  );
}

export function EditAgentPage({ agentId }: { agentId: string }) {
  const slug = useTeamSlug();
  const { data, error, refetch } = useEndpoint(agents.get, { params: { resourceSlug: slug, agentId } });
  if (error) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title={data?.agent.name ?? "Agent"} back={{ href: `/${slug}/agents`, label: "Agents" }} />
      {data ? <AgentForm key={data.agent.version} slug={slug} agent={data.agent} /> : <Skeleton className="h-80" />}
    </div>
  );
}
