"use client";

import { BotMessageSquare, MessageSquareText, RefreshCw, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PageHeader } from "@/components/shared/page/page-header";
import { PageTabs } from "@/components/shared/page/page-tabs";
import { Banner } from "@/components/shared/status/banner";
import { PageError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { datasources } from "@/lib/contract/datasources/calls";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { Permission } from "@/lib/permissions/bits";
import { useAsk } from "./ask/use-ask";
import { DatasourceFacts } from "./datasource-facts";
import { DocumentsTab } from "./documents/documents-tab";
import { draftHref, fileSource, isInProgress, isPaused } from "./labels";
import { useDatasourceActions } from "./use-datasource-actions";

const AskSheet = lazyPart(async () => (await import("./ask/ask-sheet")).AskSheet);
const AddToAgentDialog = lazyPart(async () => (await import("./ask/add-to-agent-dialog")).AddToAgentDialog);
const AddFilesDialog = lazyPart(async () => (await import("./add/upload/add-files-dialog")).AddFilesDialog);
const DocumentSheet = lazyPart(async () => (await import("./documents/document-sheet")).DocumentSheet);
const BenchTab = lazyPart(async () => (await import("./bench/bench-tab")).BenchTab);
const StreamsTab = lazyPart(async () => (await import("./streams/streams-tab")).StreamsTab);
const JobsTab = lazyPart(async () => (await import("./jobs/jobs-tab")).JobsTab);
const SettingsTab = lazyPart(async () => (await import("./settings/settings-tab")).SettingsTab);

export function DatasourcePage({ datasourceId }: { datasourceId: string }) {
  const slug = useTeamSlug();
  const query = useEndpoint(datasources.get, {
    params: { resourceSlug: slug, datasourceId },
    pollWhile: ({ datasource }) => isInProgress(datasource),
  });
  const { data, error, refetch } = query;
  const back = { href: `/${slug}/connections`, label: "Connections" };
  if (error && !data) return <PageError title="Data source" error={error} refetch={refetch} back={back} />;
  if (!data)
    return (
      <div aria-busy className="mx-auto grid max-w-list gap-4">
        <PageHeader back={back} title={<Skeleton className="h-6 w-48" />} />
        <Skeleton className="h-32 rounded-card" />
      </div>
    );
  return <Connection slug={slug} datasource={data.datasource} back={back} />;
}

const buildTabs = ({ sourceType, recordCount }: Datasource) => [
  { id: "documents", label: "Documents", count: recordCount.total },
  { id: "bench", label: "Test bench" },
  ...(sourceType === fileSource ? [] : [{ id: "streams", label: "Streams and schedule" }]),
  { id: "jobs", label: "Jobs" },
  { id: "settings", label: "Settings" },
];

interface ConnectionProps {
  slug: string;
  datasource: Datasource;
  back: { href: string; label: string };
}

function Connection({ slug, datasource, back }: ConnectionProps) {
  const router = useRouter();
  const { why } = usePermission();
  const [adding, setAdding] = useState<boolean>();
  const [giving, setGiving] = useState<boolean>();
  const { actions, dialog, syncNow, syncing, findSyncProblem } = useDatasourceActions(slug, () =>
    router.push(back.href),
  );
  const tabs = buildTabs(datasource);
  const { filter, setFilter } = useListState();
  const ask = useAsk(slug, datasource, (sessionId) => setFilter("ask", sessionId));
  const tabParam = filter("tab");
  const tab = tabs.find(({ id }) => id === tabParam)?.id ?? "documents";
  const { _id, name, status, statusMessage, sourceType } = datasource;
  const path = `/${slug}/datasource/${_id}`;
  return (
    <div className="mx-auto grid max-w-list grid-cols-1 gap-4">
      <PageHeader
        back={back}
        title={<span className="wrap-anywhere min-w-0">{name}</span>}
        description={datasource.description}
        record={datasource}
        actions={
          <>
            <DisabledTooltip disabledReason={ask.disabledReason}>
              <Button loading={ask.pending} onClick={() => void ask.start()}>
                <MessageSquareText aria-hidden /> Ask now
              </Button>
            </DisabledTooltip>
            {datasource.toolId && (
              <DisabledTooltip disabledReason={why(Permission.EDIT_AGENT)}>
                <Button variant="outline" onClick={() => setGiving(true)}>
                  <BotMessageSquare aria-hidden /> Add to agent
                </Button>
              </DisabledTooltip>
            )}
            {sourceType === fileSource ? (
              <DisabledTooltip disabledReason={why(Permission.CREATE_DATASOURCE)}>
                <Button variant="outline" onClick={() => setAdding(true)}>
                  <Upload aria-hidden /> Add files
                </Button>
              </DisabledTooltip>
            ) : (
              <DisabledTooltip disabledReason={findSyncProblem(datasource)}>
                <Button variant="outline" loading={syncing} onClick={() => syncNow(datasource)}>
                  <RefreshCw aria-hidden /> Sync now
                </Button>
              </DisabledTooltip>
            )}
            <RowMenu name={name} actions={actions(datasource)} />
          </>
        }
      />
      {status === "draft" && (
        <Banner action={{ label: "Resume", onSelect: () => router.push(draftHref(slug, datasource)) }}>
          Setup isn't finished. Choose streams and an embedding model.
        </Banner>
      )}
      {statusMessage && (status === "error" || isInProgress(datasource) || isPaused(datasource)) && (
        <Banner tone={status === "error" && !isPaused(datasource) ? "danger" : "warning"}>{statusMessage}</Banner>
      )}
      <DatasourceFacts slug={slug} datasource={datasource} />
      <PageTabs
        label="Data source sections"
        tabs={tabs}
        current={tab}
        getHref={(id) => (id === "documents" ? path : `${path}?tab=${id}`)}
      />
      <div className="min-w-0">
        {tab === "documents" && <DocumentsTab slug={slug} datasource={datasource} />}
        <Lazy fallback={<Skeleton className="h-64 rounded-card" />}>
          {tab === "bench" && <BenchTab slug={slug} datasource={datasource} />}
          {tab === "streams" && <StreamsTab key={datasource.version} slug={slug} datasource={datasource} />}
          {tab === "jobs" && <JobsTab slug={slug} datasource={datasource} />}
          {tab === "settings" && <SettingsTab slug={slug} datasource={datasource} />}
        </Lazy>
      </div>
      <Lazy fallback={null}>
        <DocumentSheet
          slug={slug}
          datasourceId={_id}
          documentId={filter("document")}
          onClose={() => setFilter("document", null)}
        />
        <AskSheet slug={slug} sessionId={filter("ask")} onClose={() => setFilter("ask", null)} />
        {giving !== undefined && (
          <AddToAgentDialog slug={slug} datasource={datasource} open={giving} onOpenChange={setGiving} />
        )}
        {adding !== undefined && (
          <AddFilesDialog slug={slug} datasource={datasource} open={adding} onOpenChange={setAdding} />
        )}
      </Lazy>
      {dialog}
    </div>
  );
}
