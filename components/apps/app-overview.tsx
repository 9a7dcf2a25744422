"use client";

import { MessageSquarePlus, Pencil } from "lucide-react";
import Link from "next/link";
import { EntityAvatar } from "@/components/shared/entity-avatar";
import { ErrorState } from "@/components/shared/error-state";
import { PageHeader } from "@/components/shared/page-header";
import { RelativeTime } from "@/components/shared/relative-time";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { usePermission } from "@/hooks/use-permission";
import { errorMessage } from "@/lib/api/api-error";
import { apps } from "@/lib/contract/apps";
import { sessions } from "@/lib/contract/sessions";
import { Permission } from "@/lib/permissions/bits";
import { formatCost, formatCount } from "@/lib/utils/figures";

/** An app: what it is, a way to talk to it, its newest sessions. */
export function AppOverview({ appId }: { appId: string }) {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const { data, error, refetch } = useEndpoint(apps.get, { params: { ...params, appId } });
  const recent = useEndpoint(sessions.list, { params, query: { appId, limit: 5, sort: "dateUpdated" } });
  const start = useAction(sessions.add);
  const { has } = usePermission();
  if (error) return <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />;
  const app = data?.app;
  if (!app) return <Skeleton className="mx-auto h-60 max-w-form" />;
  const facts: [string, string][] = [
    ["Agent", app.agentName ?? "None: choose one before the next session"],
    ["Shared with", app.sharingConfig.mode === "private" ? "Only the creator" : "The team"],
    ["Messages at most", String(app.chatAppConfig.maxMessages)],
    ["Sessions", String(app.sessionCount)],
  ];
  return (
    <div className="mx-auto grid max-w-form gap-4">
      <PageHeader
        back={{ href: `/${slug}/apps`, label: "Apps" }}
        title={
          <span className="flex items-center gap-3">
            <EntityAvatar name={app.name} filename={app.icon?.filename} className="size-10" /> {app.name}
          </span>
        }
        description={app.description}
        actions={
          <>
            {has(Permission.EDIT_APP) && (
              <Button variant="outline" asChild>
                <Link href={`/${slug}/app/${appId}/edit`}>
                  <Pencil /> Edit
                </Link>
              </Button>
            )}
            <Button loading={start.pending} onClick={() => void start.run({ params, body: { id: appId } })}>
              <MessageSquarePlus /> Start a session
            </Button>
          </>
        }
      />
      {app.tags.length > 0 && (
        <p className="flex flex-wrap gap-1.5">
          {app.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-2 rounded-card border bg-surface p-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-label text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="recent" className="grid gap-2">
        <h2 id="recent" className="font-semibold text-section">
          Newest sessions
        </h2>
        <ul className="divide-y overflow-hidden rounded-card border bg-surface">
          {recent.data?.sessions.map((session) => (
            <li key={session._id} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <Link
                  href={`/${slug}/session/${session._id}`}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {session.name}
                </Link>
                <span className="block truncate text-label text-muted">{session.previewText}</span>
              </span>
              <span className="text-label text-muted tabular-nums max-sm:hidden">
                {formatCount(session.usage.inputTokens + session.usage.outputTokens)} tokens ·{" "}
                {formatCost(session.usage.costUsd)}
              </span>
              <span className="text-label text-muted">
                <RelativeTime date={session.lastUpdatedDate} />
              </span>
            </li>
          ))}
          {recent.data?.sessions.length === 0 && (
            <li className="px-4 py-6 text-center text-muted text-secondary">Nobody has talked to this app yet.</li>
          )}
        </ul>
      </section>
    </div>
  );
}
