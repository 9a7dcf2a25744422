"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Markdown } from "@/components/shared/markdown";
import { Button } from "@/components/ui/button";
import type { ShownNotification } from "@/hooks/use-notifications";
import { notificationCollapseDelay, notificationPanelMaxHeight, notificationsShown } from "@/lib/constants/ui";
import { cn } from "@/lib/utils/cn";

export function NotificationPanel({ notifications }: { notifications: readonly ShownNotification[] }) {
  const [expanded, setExpanded] = useState(false);
  const shown = expanded ? notifications : notifications.slice(0, notificationsShown);
  const more = notifications.length - notificationsShown;
  return (
    <div className="flex flex-col" style={{ maxHeight: notificationPanelMaxHeight }}>
      <h2 className="border-b border-border px-4 py-3 text-body font-medium">Notifications</h2>
      {notifications.length === 0 && <p className="px-4 py-6 text-center text-body text-muted">No notifications.</p>}
      <ul className="min-h-0 overflow-y-auto">
        {shown.map((one) => (
          <Entry key={one._id} notification={one} />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="ghost" className="m-1" onClick={() => setExpanded(!expanded)}>
          {expanded ? "Show less" : `Show ${more} more`}
        </Button>
      )}
    </div>
  );
}

/** Closing collapses it first; the list changes a moment later. */
function Entry({ notification }: { notification: ShownNotification }) {
  const { title, description, date, seen, link, dismiss } = notification;
  const [closing, setClosing] = useState(false);
  const close = (): void => {
    setClosing(true);
    setTimeout(() => dismiss?.(), notificationCollapseDelay);
  };
  return (
    <li
      className={cn(
        "grid transition-[grid-template-rows,opacity] duration-150 motion-reduce:transition-none",
        closing ? "grid-rows-[0fr] opacity-0" : "grid-rows-[1fr]",
      )}
    >
      <div className="flex min-h-0 gap-2 overflow-hidden border-b border-border last:border-0">
        <div className={cn("min-w-0 flex-1 py-3 pl-4 text-body", seen && "text-faint")}>
          {title && <p className="font-medium">{link ? <Link href={link}>{title}</Link> : title}</p>}
          <Markdown text={description} />
          <time dateTime={date} className="text-label text-muted">
            {new Date(date).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}
          </time>
        </div>
        {dismiss && (
          <Button variant="ghost" size="icon" className="m-1" aria-label="Close" onClick={close}>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
    </li>
  );
}
