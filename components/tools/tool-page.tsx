"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PageHeader } from "@/components/shared/page/page-header";
import { PageTabs } from "@/components/shared/page/page-tabs";
import { Banner } from "@/components/shared/status/banner";
import { PageError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInitialValues } from "@/hooks/forms/use-initial-values";
import { useListState } from "@/hooks/page/use-list-state";
import { useTitle } from "@/hooks/page/use-title";
import { builtinLibrary } from "@/lib/constants/builtin-tools";
import { type ToolType, toolTypes } from "@/lib/constants/tools";
import { tools } from "@/lib/contract/tools/calls";
import { cn } from "@/lib/utils/cn";
import { Library } from "./library";
import { ReviewContext } from "./revisions/review-context";
import { ToolForm } from "./tool-form";
import { toolTypeLabels } from "./tool-types";
import { TypeChoice } from "./type-choice";
import { UsedBy } from "./used-by";

const RevisionsTab = lazyPart(async () => (await import("./revisions/revisions-tab")).RevisionsTab);

const ApplyDialog = lazyPart(async () => (await import("./revisions/apply-dialog")).ApplyDialog);

const toBackLink = (slug: string) => ({ href: `/${slug}/tools`, label: "Tools" });

const isType = (text: string | null): text is ToolType => toolTypes.some((type) => type === text);

/** Types with a wide page: a test panel next to the form, or the library. */
const wideTypes = new Set<ToolType | null>(["function", "http", "builtin"]);

export function AddToolPage() {
  const slug = useTeamSlug();
  const search = useSearchParams();
  const typeParam = search.get("type");
  const datasourceId = search.get("datasourceId");
  const type = isType(typeParam) ? typeParam : datasourceId ? "rag" : null;
  const entry = builtinLibrary.find(({ id }) => id === search.get("builtin"));
  const builtin = type === "builtin" ? entry?.id : undefined;
  const path = `/${slug}/tool/add`;
  const isChoosing = type === null || (type === "builtin" && !builtin);
  return (
    <div className={cn("mx-auto", wideTypes.has(type) ? "max-w-list" : "max-w-form")}>
      <PageHeader
        title={type ? `New ${entry && builtin ? entry.inline : toolTypeLabels[type].inline} tool` : "New tool"}
        description={type ? toolTypeLabels[type].help : "Choose a tool type"}
        back={
          builtin
            ? { href: `${path}?type=builtin`, label: "Library" }
            : type && !datasourceId
              ? { href: path, label: "Tool types" }
              : toBackLink(slug)
        }
      />
      {!isChoosing && <ToolForm key={builtin} slug={slug} type={type} datasourceId={datasourceId} builtin={builtin} />}
      {type === null && <TypeChoice getHref={(one) => `${path}?type=${one}`} />}
      {isChoosing && type !== null && <Library slug={slug} />}
    </div>
  );
}

const buildTabs = (revisions: number, users: number) => [
  { id: "edit", label: "Definition" },
  { id: "revisions", label: "Revisions", count: revisions },
  { id: "use", label: "Used by", count: users },
];

export function EditToolPage({ toolId }: { toolId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(tools.get, {
    params: { resourceSlug: slug, toolId },
    pollWhile: ({ tool }) => tool.state === "pending",
  });
  const { initial, reload } = useInitialValues(query);
  useTitle(initial && `${initial.tool.name} · Muster`);
  const { filter } = useListState();
  const [reviewId, setReviewId] = useState<string>();
  const back = toBackLink(slug);
  const { data, error } = query;
  if (error && !data) return <PageError title="Tool" error={error} refetch={query.refetch} back={back} />;
  if (!data || !initial)
    return (
      <div aria-busy className="mx-auto grid max-w-list gap-4">
        <PageHeader back={back} title={<Skeleton className="h-6 w-48" />} />
        <Skeleton className="h-96 rounded-card" />
      </div>
    );
  const { tool, revisions, agents, inputs } = data;
  const review = revisions.find(({ _id, applied }) => _id === reviewId && !applied);
  const tabs = buildTabs(revisions.length, tool.usedBy);
  const tab = tabs.find(({ id }) => id === filter("tab"))?.id ?? "edit";
  const path = `/${slug}/tool/${toolId}`;
  return (
    <div className="mx-auto grid max-w-list grid-cols-1 gap-4">
      <PageHeader
        back={back}
        title={<span className="wrap-anywhere min-w-0">{tool.name}</span>}
        description={`${toolTypeLabels[tool.type].label} · revision ${tool.revision} applied`}
        record={tool}
      />
      {tool.state === "error" && <Banner tone="danger">{tool.stateMessage}</Banner>}
      {tool.state === "pending" && <Banner>{tool.stateMessage}</Banner>}
      <PageTabs
        label="Tool sections"
        tabs={tabs}
        current={tab}
        getHref={(id) => (id === "edit" ? path : `${path}?tab=${id}`)}
      />
      {tab === "edit" && (
        <ReviewContext value={inputs.length > 0 ? setReviewId : undefined}>
          <ToolForm
            key={initial.tool.version}
            slug={slug}
            type={initial.tool.type}
            tool={initial.tool}
            onReload={() => void reload()}
          />
        </ReviewContext>
      )}
      {review && (
        <Lazy fallback={null}>
          <ApplyDialog
            key={review._id}
            slug={slug}
            tool={tool}
            revision={review}
            onDone={() => {
              setReviewId(undefined);
              void reload();
            }}
          />
        </Lazy>
      )}
      {tab === "revisions" && (
        <Lazy fallback={<Skeleton className="h-96 rounded-card" />}>
          <RevisionsTab slug={slug} tool={tool} revisions={revisions} onApplied={() => void reload()} />
        </Lazy>
      )}
      {tab === "use" && <UsedBy slug={slug} agents={agents} tasks={tool.usedIn.tasks} revisions={revisions} />}
    </div>
  );
}
