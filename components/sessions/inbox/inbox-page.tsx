"use client";

import { Inbox } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { EmptyState } from "@/components/shared/status/empty-state";
import { QueryError } from "@/components/shared/status/error-state";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useTeamSlug } from "@/context/account";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { inbox } from "@/lib/contract/inbox/calls";
import { InboxEntry } from "./inbox-entry";

/** The team's open input requests, oldest first. */
export function InboxPage() {
  const slug = useTeamSlug();
  const [mine, setMine] = useState(true);
  const query = useInfiniteEndpoint(inbox.list, {
    params: { resourceSlug: slug },
    query: mine ? { mine: "true" as const } : {},
    items: (page) => page.inputRequests,
  });
  const { items, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, data } = query;
  return (
    <div className="mx-auto grid max-w-chat grid-cols-1 gap-4">
      <PageHeader
        title="Inbox"
        count={data?.pages[0]?.count}
        description="Approvals and forms waiting for a response, oldest first."
        actions={
          <Segmented
            label="Filter requests"
            value={mine ? "mine" : "all"}
            onChange={(next) => setMine(next === "mine")}
            options={[
              { value: "mine", label: "Assigned to me" },
              { value: "all", label: "All" },
            ]}
          />
        }
      />
      {error && !items && <QueryError error={error} refetch={refetch} />}
      {!items && !error && <Skeleton className="h-48 rounded-card" />}
      {items?.length === 0 && (
        <EmptyState icon={Inbox} guide="processes" example="an agent needs your approval to pay an invoice.">
          {mine ? "You're all caught up. Approvals and forms from runs appear here." : "No open requests on this team."}
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ol className="grid gap-6">
          {items.map((request) => (
            <li key={request._id}>
              <InboxEntry slug={slug} request={request} />
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
