"use client";

import { MessageSquarePlus, Pencil, Share2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { RowMenu } from "@/components/shared/data-table/row-menu";
import { Avatar } from "@/components/shared/details/avatar";
import { Changed } from "@/components/shared/details/changed";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { SessionList } from "@/components/shared/details/session-list";
import { PageHeader } from "@/components/shared/page/page-header";
import { ShareLinksDialog } from "@/components/shared/share-links/share-links-dialog";
import { Banner } from "@/components/shared/status/banner";
import { PageError } from "@/components/shared/status/error-state";
import { LastRun } from "@/components/shared/status/last-run";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { type Fact, FactGrid } from "@/components/ui/fact-grid";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { sampleTag } from "@/lib/constants/demo";
import { apps } from "@/lib/contract/apps/calls";
import type { App } from "@/lib/contract/apps/schemas";
import { Permission } from "@/lib/permissions/bits";
import { describeSchedule } from "@/lib/utils/schedule/describe-schedule";
import { sharingLabel } from "../form/app-form";
import { useAppActions } from "../list/use-app-actions";
import { FactLink } from "./fact-link";
import { ImportChecklist } from "./import-checklist";
import { SampleBanner } from "./sample-banner";

/** An app's settings, a process's steps, a button that starts a session, and its newest sessions. */
export function AppOverview({ appId, steps }: { appId: string; steps: ReactNode }) {
  const slug = useTeamSlug();
  const router = useRouter();
  const { data, error, refetch } = useEndpoint(apps.get, { params: { resourceSlug: slug, appId } });
  const { why } = usePermission();
  const [sharing, setSharing] = useState(false);
  const { others, dialog, startSession, findStartProblem, starting } = useAppActions(slug, () =>
    router.push(`/${slug}/apps`),
  );
  const back = { href: `/${slug}/apps`, label: "Apps" };
  if (error && !data) return <PageError title="App" error={error} refetch={refetch} back={back} />;
  const app = data?.app;
  if (!app)
    return (
      <div aria-busy className="mx-auto max-w-list">
        <PageHeader back={back} title={<Skeleton className="h-6 w-48" />} />
        <Skeleton className="h-40 rounded-card" />
      </div>
    );
  return (
    <div className="mx-auto grid max-w-list grid-cols-1 gap-4">
      <PageHeader
        back={back}
        title={
          <span className="flex min-w-0 items-center gap-3">
            <Avatar name={app.name} filename={app.icon?.filename} />
            <span className="wrap-anywhere min-w-0">{app.name}</span>
          </span>
        }
        description={app.description}
        record={app}
        actions={
          <>
            <Button variant="outline" className="max-sm:size-9 max-sm:px-0" onClick={() => setSharing(true)}>
              <Share2 aria-hidden /> <span className="max-sm:sr-only">Share</span>
            </Button>
            <EditButton href={`/${slug}/app/${appId}/edit`} disabledReason={why(Permission.EDIT_APP)} />
            <DisabledTooltip disabledReason={findStartProblem(app)}>
              <Button loading={starting} onClick={() => startSession(app)}>
                <MessageSquarePlus aria-hidden /> New session
              </Button>
            </DisabledTooltip>
            <RowMenu name={app.name} actions={others(app)} />
          </>
        }
      />
      {app.tags.length > 0 && (
        <ul aria-label="Tags" className="-mt-4 flex flex-wrap gap-1.5">
          {app.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      {app.tags.includes(sampleTag) && app.chatAppConfig.agentId && !why(Permission.CREATE_MODEL) && (
        <SampleBanner slug={slug} agentId={app.chatAppConfig.agentId} />
      )}
      <ImportChecklist slug={slug} appId={appId} />
      {app.schedule.pausedReason && <Banner tone="warning">The schedule is paused. {app.schedule.pausedReason}</Banner>}
      <Facts slug={slug} app={app} />
      {app.processConfig.taskIds.length > 0 && steps}
      <SessionList slug={slug} title="Recent sessions" empty="No sessions yet." filter={{ appId }} />
      {dialog}
      <ShareLinksDialog slug={slug} app={app} open={sharing} onOpenChange={setSharing} />
    </div>
  );
}

function EditButton({ href, disabledReason }: { href: string; disabledReason: string | undefined }) {
  const content = (
    <>
      <Pencil aria-hidden /> Edit
    </>
  );
  return disabledReason ? (
    <DisabledTooltip disabledReason={disabledReason}>
      <Button variant="outline">{content}</Button>
    </DisabledTooltip>
  ) : (
    <Button variant="outline" asChild>
      <Link href={href}>{content}</Link>
    </Button>
  );
}

function Scheduled({ app: { schedule } }: { app: App }) {
  const { unit, at, weekdays, timeZone, principalName, nextDue, pausedReason } = schedule;
  if (!unit) return "None";
  return (
    <>
      {describeSchedule({ unit, at, weekdays, timeZone })}
      {principalName && ` as ${principalName}`}
      {pausedReason && <span className="text-warning">, paused</span>}
      {nextDue && (
        <>
          , next <RelativeTime date={nextDue} upcoming />
        </>
      )}
    </>
  );
}

function Facts({ slug, app }: { slug: string; app: App }) {
  const { agentId, maxMessages, conversationStarters } = app.chatAppConfig;
  const { process, taskIds, fullOutput } = app.processConfig;
  const isProcess = app.type === "process";
  const toTab = (tab: string, text: ReactNode) => (
    <FactLink href={`/${slug}/app/${app._id}/edit?tab=${tab}`}>{text}</FactLink>
  );
  const processFacts: Fact[] = [
    { label: "Tasks", value: taskIds.length || <span className="text-warning">None. Edit the app to add one.</span> },
    { label: "Process type", value: process === "hierarchical" ? "Hierarchical (manager agent)" : "Sequential" },
    { label: "Revision", value: toTab("revisions", app.revision) },
    { label: "Output", value: fullOutput ? "Every task's output" : "The last task's output" },
  ];
  const chatFacts = [
    { label: "Message limit", value: maxMessages },
    { label: "Conversation starters", value: conversationStarters.length || "None" },
  ];
  const agent: Fact[] = [
    {
      label: "Agent",
      value: agentId ? (
        <FactLink href={`/${slug}/agent/${agentId}`}>{app.agentName}</FactLink>
      ) : (
        <span className="text-warning">None. Choose one before the next session.</span>
      ),
    },
  ];
  const facts: Fact[] = [
    ...(isProcess ? processFacts : agent),
    { label: "Evaluation", value: toTab("evaluation", "Test sets") },
    { label: "Publishing", value: toTab("publish", "Publications") },
    { label: "Access", value: sharingLabel(app.sharingConfig.mode) },
    { label: "Schedule", value: <Scheduled app={app} /> },
    { label: "Sessions", value: app.sessionCount },
    { label: "Last run", value: <LastRun date={app.lastRun} status={app.lastRunStatus} /> },
    ...(isProcess ? [] : chatFacts),
    { label: "Created", value: <RelativeTime date={app.dateCreated} /> },
    { label: "Updated", value: <Changed date={app.dateUpdated} by={app.updatedByName} /> },
  ];
  return <FactGrid facts={facts} className="sm:grid-cols-3" />;
}
