"use client";

import { EditPage } from "@/components/shared/page/edit-page";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useSidebarSection } from "@/hooks/page/use-sidebar-section";
import { testsets } from "@/lib/contract/testsets/calls";
import { testedPath } from "../labels";
import { SetForm } from "./set-form";
import { SetHeader } from "./set-header";
import { SetHistory } from "./set-history";

/** The page of a test set. */
export function TestSetPage({ testsetId }: { testsetId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(testsets.get, { params: { resourceSlug: slug, testsetId } });
  const set = query.data?.testset;
  useSidebarSection(set && (set.appId ? "/apps" : "/agents"));
  return (
    <EditPage
      wide
      query={query}
      back={
        set
          ? { href: testedPath(slug, set), label: set.testedName ?? "Evaluation" }
          : { href: `/${slug}/agents`, label: "Agents" }
      }
      title={({ testset }) => testset.name}
    >
      {({ testset }, reload) => (
        <div className="grid grid-cols-1 gap-4">
          <SetHeader slug={slug} set={{ ...testset, lastEvaluation: set?.lastEvaluation ?? testset.lastEvaluation }} />
          <SetForm key={testset.version} slug={slug} set={testset} onReload={reload}>
            <SetHistory slug={slug} testsetId={testsetId} />
          </SetForm>
        </div>
      )}
    </EditPage>
  );
}
