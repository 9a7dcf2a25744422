"use client";

import { Bell } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useNotifications } from "@/hooks/use-notifications";
import { NotificationPanel } from "./notification-panel";

export function NotificationBell() {
  const { notifications } = useNotifications();
  const any = notifications.length > 0;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative"
          aria-label={any ? `Notifications: ${notifications.length}` : "Notifications"}
        >
          <Bell aria-hidden className="size-4" />
          {any && <span aria-hidden className="absolute top-2 right-2 size-2 rounded-full bg-danger" />}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-80 p-0" aria-label="Notifications">
        <NotificationPanel notifications={notifications} />
      </PopoverContent>
    </Popover>
  );
}
