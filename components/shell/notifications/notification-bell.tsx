"use client";

import { Bell } from "lucide-react";
import { usePathname } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { onFirstInteraction } from "@/components/ui/first-interaction";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useAccount } from "@/context/account";
import { useMarkSeen } from "@/hooks/account/use-notifications";
import { maxUnseen } from "@/lib/constants/notifications";
import { isSessionPath } from "@/lib/utils/paths/page-kind";

const loadPanel = async () => (await import("./notification-panel")).NotificationPanel;
const NotificationPanel = lazyPart(loadPanel);

function buildLabel(count: number): string {
  if (count === 0) return "Notifications";
  return `Notifications: ${count}${count === maxUnseen ? " or more" : ""} unread`;
}

/** Opening a session marks its notifications as seen. */
function useMarkSeenOnOpen(): void {
  const { notifications } = useAccount();
  const path = usePathname();
  const mark = useMarkSeen();
  const here = isSessionPath(path) ? notifications.filter(({ link }) => link === path).map(({ _id }) => _id) : [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is shown here
  useEffect(() => {
    if (here.length > 0) void mark(here);
  }, [here.join()]);
}

export function NotificationBell() {
  const { notifications } = useAccount();
  const [open, setOpen] = useState(false);
  useMarkSeenOnOpen();
  useEffect(() => onFirstInteraction(() => void loadPanel().catch(() => undefined)), []);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="icon" className="relative" aria-label={buildLabel(notifications.length)}>
          <Bell aria-hidden className="size-4" />
          {notifications.length > 0 && (
            <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-danger" />
          )}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-96 p-0" aria-label="Notifications">
        <Suspense fallback={<div className="h-40" />}>
          <NotificationPanel onLeave={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}
