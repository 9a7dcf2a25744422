"use client";

import { Bell } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useAccount } from "@/context/account";
import { useMarkSeen } from "@/hooks/account/use-notifications";
import { maxUnseen } from "@/lib/constants/notifications";
import { isSessionPath } from "@/lib/utils/paths/page-kind";
import { NotificationPanel } from "./notification-panel";

function buildLabel(count: number): string {
  if (count === 0) return "Notifications";
  return `Notifications: ${count}${count === maxUnseen ? " or more" : ""} not seen yet`;
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
        <NotificationPanel onLeave={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
