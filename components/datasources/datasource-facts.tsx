import Link from "next/link";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
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
  const facts: { label: string; value: ReactNode }[] = [
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
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border bg-surface p-4 md:grid-cols-4">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-label text-muted">{label}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
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
