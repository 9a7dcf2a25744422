"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useMarkSeen, useNotifications } from "@/hooks/account/use-notifications";
import { errorMessage } from "@/lib/api/api-error";
import { maxSeenPerCall } from "@/lib/constants/notifications";
import { notificationPanelMaxHeight, notificationsShown } from "@/lib/constants/ui";
import { NotificationEntry } from "./notification-entry";

/** The notifications, unseen first. `onLeave` is called when one's link is followed. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const { unseen, seen, error, isLoading, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useNotifications();
  const mark = useMarkSeen();
  const [expanded, setExpanded] = useState(false);
  const all = [...unseen, ...seen];
  const shown = expanded ? all : all.slice(0, notificationsShown);
  const more = all.length - notificationsShown;
  return (
    <div className="flex flex-col" style={{ maxHeight: notificationPanelMaxHeight }}>
      <div className="flex min-h-12 items-center justify-between gap-2 border-b border-border pr-1 pl-4">
        <h2 className="text-body font-medium">Notifications</h2>
        {unseen.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => void mark(unseen.slice(0, maxSeenPerCall).map(({ _id }) => _id))}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {all.length === 0 && isLoading && <Loading />}
      {all.length === 0 && !isLoading && !error && (
        <p className="px-4 py-6 text-center text-body text-muted">No notifications.</p>
      )}
      {shown.length > 0 && (
        <ul className="min-h-0 overflow-y-auto" aria-label="Notifications" tabIndex={expanded ? 0 : undefined}>
          {shown.map((one) => (
            <NotificationEntry
              key={`${one._id} ${one.seen}`}
              notification={one}
              markSeen={() => mark([one._id])}
              onFollow={onLeave}
            />
          ))}
        </ul>
      )}
      {error && (
        <div
          role="alert"
          className="flex flex-col items-center gap-2 border-t border-border p-4 text-center text-body first:border-0"
        >
          {errorMessage(error)}
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {(more > 0 || expanded) && (
        <div className="flex border-t border-border p-1">
          <Button variant="ghost" size="sm" className="flex-1" onClick={() => setExpanded(!expanded)}>
            {expanded ? "Show less" : `Show ${more}${hasNextPage ? "+" : ""} more`}
          </Button>
          {expanded && hasNextPage && (
            <Button
              variant="ghost"
              size="sm"
              className="flex-1"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const Loading = () => (
  <div aria-busy aria-label="Loading" role="status" className="flex flex-col gap-2 p-4">
    {[0, 1, 2].map((line) => (
      <Skeleton key={line} className="h-10" />
    ))}
  </div>
);
