"use client";

import { useSearchParams } from "next/navigation";
import { EditPage } from "@/components/shared/page/edit-page";
import { PageHeader } from "@/components/shared/page/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { AgentForm } from "./agent-form";

const toBackLink = (slug: string) => ({ href: `/${slug}/agents`, label: "Agents" });

export function AddAgentPage() {
  const slug = useTeamSlug();
  const toolId = useSearchParams().get("tool");
  return (
    <div className="mx-auto max-w-list">
      <PageHeader title="New agent" back={toBackLink(slug)} />
      <AgentForm slug={slug} toolIds={toolId ? [toolId] : []} />
    </div>
  );
}

export function EditAgentPage({ agentId }: { agentId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(agents.get, { params: { resourceSlug: slug, agentId } });
  return (
    <EditPage wide query={query} back={toBackLink(slug)} title={({ agent }) => agent.name}>
      {({ agent }, reload) => <AgentForm key={agent.version} slug={slug} agent={agent} onReload={reload} />}
    </EditPage>
  );
}
