"use client";

import { useSearchParams } from "next/navigation";
import { EditPage } from "@/components/shared/page/edit-page";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PageHeader } from "@/components/shared/page/page-header";
import { PageTabs } from "@/components/shared/page/page-tabs";
import { DraftBanner } from "@/components/shared/revisions/draft-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEvaluation } from "@/context/embedded-parts";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { agents } from "@/lib/contract/agents/calls";
import { AgentForm } from "./agent-form";

const CompareTab = lazyPart(async () => (await import("./revisions/compare-tab")).CompareTab);
const RevisionsTab = lazyPart(async () => (await import("./revisions/revisions-tab")).RevisionsTab);

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

const tabs = [
  { id: "edit", label: "Definition" },
  { id: "revisions", label: "Revisions" },
  { id: "compare", label: "Compare" },
  { id: "evaluation", label: "Evaluation" },
];

export function EditAgentPage({ agentId }: { agentId: string }) {
  const renderEvaluation = useEvaluation();
  const slug = useTeamSlug();
  const { filter } = useListState();
  const tab = tabs.find(({ id }) => id === filter("tab"))?.id ?? "edit";
  const path = `/${slug}/agent/${agentId}`;
  const query = useEndpoint(agents.get, { params: { resourceSlug: slug, agentId } });
  return (
    <EditPage wide query={query} back={toBackLink(slug)} title={({ agent }) => agent.name}>
      {({ agent, draft }, reload) => (
        <div className="grid grid-cols-1 gap-4">
          <PageTabs
            label="Agent sections"
            tabs={tabs}
            current={tab}
            getHref={(id) => (id === "edit" ? path : `${path}?tab=${id}`)}
          />
          {tab === "compare" && (
            <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
              <CompareTab key={agent.version} slug={slug} agent={agent} draft={draft} />
            </Lazy>
          )}
          {tab === "edit" && (
            <>
              {draft && <DraftBanner draft={draft} applied={agent.revision} rollout={agent.rollout} />}
              <AgentForm key={agent.version} slug={slug} agent={agent} draft={draft} onReload={reload} />
            </>
          )}
          {tab === "revisions" && (
            <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
              <RevisionsTab slug={slug} agent={agent} draft={draft} onChanged={reload} />
            </Lazy>
          )}
          {tab === "evaluation" && (
            <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>{renderEvaluation(slug, { agentId })}</Lazy>
          )}
        </div>
      )}
    </EditPage>
  );
}
