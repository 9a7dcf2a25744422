import Link from "next/link";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { type Fact, FactGrid } from "@/components/ui/fact-grid";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { Documents, NextSync } from "./connection-columns";
import { datasourceStatusLabel, fileSource } from "./labels";
import { StatusBadge } from "./status-badge";
import { useSourceLabel } from "./use-source-label";

/** A summary of a connection's state. */
export function DatasourceFacts({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const { sourceType, lastSyncedDate, embeddingModelId, embeddingModelName } = datasource;
  const source = useSourceLabel(datasource);
  const synced = sourceType !== fileSource;
  const facts: Fact[] = [
    {
      label: "Status",
      value: <StatusBadge status={datasourceStatusLabel(datasource)} title={datasource.statusMessage} />,
    },
    { label: "Source", value: source },
    { label: "Documents", value: <Documents datasource={datasource} /> },
    { label: "Stored", value: formatBytes(datasource.storageBytes) },
    ...(synced
      ? [
          { label: "Last sync", value: lastSyncedDate ? <RelativeTime date={lastSyncedDate} /> : "Never" },
          { label: "Next sync", value: <NextSync datasource={datasource} /> },
        ]
      : [{ label: "Created", value: <RelativeTime date={datasource.dateCreated} /> }]),
    {
      label: "Embedding model",
      value:
        embeddingModelId && embeddingModelName ? (
          <Link href={`/${slug}/model/${embeddingModelId}`} className="text-accent hover:underline">
            {embeddingModelName}
          </Link>
        ) : (
          <span className="text-warning">None. Choose one in settings.</span>
        ),
    },
    { label: "Used by", value: <Users slug={slug} datasource={datasource} /> },
  ];
  return <FactGrid facts={facts} className="md:grid-cols-4" />;
}

function Users({ slug, datasource }: { slug: string; datasource: Datasource }) {
  const { toolId, usedBy } = datasource;
  if (!toolId)
    return (
      <>
        Not searched by any tool.{" "}
        <Link
          href={`/${slug}/tool/add?datasourceId=${datasource._id}`}
          className="text-accent underline underline-offset-2"
        >
          Create one
        </Link>
      </>
    );
  return (
    <>
      <Link href={`/${slug}/tool/${toolId}`} className="text-accent underline underline-offset-2">
        Tool
      </Link>
      {usedBy > 0 ? ` in ${pluralize(usedBy, "agent")}` : ", not used by an agent yet"}
    </>
  );
}
