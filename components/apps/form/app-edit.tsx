"use client";

import { EditPage } from "@/components/shared/page/edit-page";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PageTabs } from "@/components/shared/page/page-tabs";
import { DraftBanner } from "@/components/shared/revisions/draft-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEvaluation } from "@/context/embedded-parts";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { apps } from "@/lib/contract/apps/calls";
import { EditForm } from "./edit-form";

const RevisionsTab = lazyPart(async () => (await import("../revisions/revisions-tab")).RevisionsTab);

const PublishTab = lazyPart(async () => (await import("../publish/publish-tab")).PublishTab);

const tabs = [
  { id: "edit", label: "Definition" },
  { id: "revisions", label: "Revisions" },
  { id: "evaluation", label: "Evaluation" },
  { id: "publish", label: "Publish" },
];

export function EditAppPage({ appId }: { appId: string }) {
  const renderEvaluation = useEvaluation();
  const slug = useTeamSlug();
  const { filter } = useListState();
  const query = useEndpoint(apps.get, { params: { resourceSlug: slug, appId } });
  const path = `/${slug}/app/${appId}/edit`;
  return (
    <EditPage
      wide
      query={query}
      back={{ href: `/${slug}/app/${appId}`, label: query.data?.app.name ?? "App" }}
      title={() => "Edit app"}
    >
      {({ app, draft }, reload) => {
        const isProcess = app.revision !== null;
        const ownTabs = tabs.filter(({ id }) => isProcess || id !== "revisions");
        const tab = ownTabs.find(({ id }) => id === filter("tab"))?.id ?? "edit";
        return (
          <div className="grid grid-cols-1 gap-4">
            <PageTabs
              label="App sections"
              tabs={ownTabs}
              current={tab}
              getHref={(id) => (id === "edit" ? path : `${path}?tab=${id}`)}
            />
            {tab === "edit" ? (
              <>
                {draft && (
                  <DraftBanner draft={draft} applied={app.revision ?? 0}>
                    {" "}
                    Only the process and its inputs are part of a draft.
                  </DraftBanner>
                )}
                <EditForm key={app.version} slug={slug} app={app} draft={draft} onReload={reload} />
              </>
            ) : (
              <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
                {tab === "revisions" ? (
                  <RevisionsTab slug={slug} app={app} draft={draft} onChanged={reload} />
                ) : tab === "publish" ? (
                  <PublishTab slug={slug} app={app} />
                ) : (
                  renderEvaluation(slug, { appId })
                )}
              </Lazy>
            )}
          </div>
        );
      }}
    </EditPage>
  );
}
