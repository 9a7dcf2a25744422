"use client";

import { BudgetBar } from "@/components/shared/budget/budget-bar";
import { LinkedSection } from "@/components/shared/details/linked-section";
import { SessionList } from "@/components/shared/details/session-list";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount, useTeamSlug } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { budgets } from "@/lib/contract/budgets/calls";
import { Checklist } from "./checklist";
import { QuickActions } from "./quick-actions";
import { WaitingPanel } from "./waiting-panel";

const refreshMs = 15_000;
const recentSessions = 8;

/** The team's home: what needs attention, what is running, what it costs, and how to start. */
export function HomePage() {
  const slug = useTeamSlug();
  const { team } = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-list grid-cols-1 gap-6">
      <PageHeader title={team?.name ?? "Home"} actions={<QuickActions slug={slug} />} />
      <Checklist slug={slug} />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <WaitingPanel slug={slug} />
        <SessionList
          slug={slug}
          title="Running"
          empty="Nothing is running."
          filter={{ status: "running" }}
          refetchInterval={refreshMs}
        />
        <SessionList slug={slug} title="Failed" empty="No failed sessions." filter={{ status: "error" }} />
        <Spending slug={slug} />
      </div>
      <SessionList
        slug={slug}
        title="Recent sessions"
        empty="No sessions yet. Open an app to start one."
        limit={recentSessions}
        refetchInterval={refreshMs}
      />
    </div>
  );
}

function Spending({ slug }: { slug: string }) {
  const { data, error, refetch } = useEndpoint(budgets.getTeam, { params: { resourceSlug: slug } });
  return (
    <LinkedSection title="Spending this month" href={`/${slug}/usage`} link="View usage">
      <div className="rounded-card border bg-surface p-4">
        {data ? (
          <BudgetBar {...data} />
        ) : error ? (
          <QueryError error={error} refetch={refetch} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </div>
    </LinkedSection>
  );
}
