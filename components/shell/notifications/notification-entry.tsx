"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { type MouseEvent, useState } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Markdown } from "@/components/shared/markdown/markdown";
import { Button } from "@/components/ui/button";
import type { Notification } from "@/lib/contract/notifications/schemas";
import { cn } from "@/lib/utils/cn";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";

interface EntryProps {
  notification: Notification;
  /** Resolves to whether it could be marked. */
  markSeen: () => Promise<boolean>;
  /** Called when its link is followed. */
  onFollow: () => void;
}

/** Moves the focus on before the focused button is removed. */
function focusAfter(button: HTMLElement): void {
  const panel = button.closest<HTMLElement>("[role=dialog]");
  const next = button.closest("li")?.nextElementSibling ?? panel;
  const found = next?.querySelector<HTMLElement>("button") ?? next?.querySelector<HTMLElement>("a") ?? panel;
  found?.focus();
}

/** Marking it as seen collapses it first; the list changes afterwards. */
export function NotificationEntry({ notification, markSeen, onFollow }: EntryProps) {
  const { title, description, date, seen, link } = notification;
  const [closing, setClosing] = useState(false);
  const close = (event: MouseEvent<HTMLElement>): void => {
    focusAfter(event.currentTarget);
    setClosing(true);
    void markSeen().then((done) => done || setClosing(false));
  };
  const follow = (): void => {
    if (!seen) void markSeen();
    onFollow();
  };
  const path = sameOriginPath(link);
  return (
    <li
      inert={closing}
      className={cn(
        "grid border-b border-border transition-[grid-template-rows,opacity] duration-150 last:border-0 motion-reduce:transition-none",
        closing ? "grid-rows-[0fr] border-0 opacity-0" : "grid-rows-[1fr]",
      )}
    >
      <div className="relative flex min-h-0 gap-2 overflow-hidden">
        <div
          className={cn("min-w-0 flex-1 space-y-1 py-3 pl-4 text-secondary", seen ? "pr-4 text-muted" : "text-default")}
        >
          <p className="font-medium text-body">
            {!seen && <span className="sr-only">Unread: </span>}
            {path ? (
              <Link
                href={path}
                onClick={follow}
                className="underline-offset-2 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
          <div className="relative [&_a]:pointer-events-auto pointer-events-none">
            <Markdown text={description} />
          </div>
          <p className="text-label text-muted">
            <RelativeTime date={date} />
          </p>
        </div>
        {!seen && (
          <Button variant="ghost" size="icon" className="relative m-1" aria-label={`Close: ${title}`} onClick={close}>
            <X aria-hidden className="size-4" />
          </Button>
        )}
      </div>
    </li>
  );
}
