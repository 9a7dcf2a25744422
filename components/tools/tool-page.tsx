"use client";

import { useSearchParams } from "next/navigation";
import { EditPage } from "@/components/shared/edit-page";
import { PageHeader } from "@/components/shared/page-header";
import { useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/use-endpoint";
import { tools } from "@/lib/contract/calls/tools";
import { ToolForm } from "./tool-form";

const backTo = (slug: string) => ({ href: `/${slug}/tools`, label: "Tools" });

export function AddToolPage() {
  const slug = useTeamSlug();
  return (
    <div className="mx-auto max-w-form">
      <PageHeader title="New tool" back={backTo(slug)} />
      <ToolForm slug={slug} datasourceId={useSearchParams().get("datasourceId")} />
    </div>
  );
}

export function EditToolPage({ toolId }: { toolId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(tools.get, { params: { resourceSlug: slug, toolId } });
  return (
    <EditPage query={query} back={backTo(slug)} title={({ tool }) => tool.name}>
      {({ tool }, reload) => <ToolForm key={tool.version} slug={slug} tool={tool} onReload={reload} />}
    </EditPage>
  );
}
