"use client";

import { useAccount } from "@/context/account";
import { useLive } from "@/context/live";

export interface ShownNotification {
  _id: string;
  title: string;
  description: string;
  date: string;
  seen: boolean;
  link: string | null;
  /** Takes it off this page's list; only those that came in live can be. */
  dismiss: (() => void) | null;
}

/** Those that came in live on this page and those that the account has not seen, newest first. */
export function useNotifications(): { notifications: ShownNotification[] } {
  const { notifications: stored } = useAccount();
  const live = useLive();
  const liveIds = new Set(live.notifications.map(({ _id }) => _id));
  const notifications = [
    ...live.notifications.map((one) => ({ ...one, seen: false, dismiss: () => live.dismiss(one._id) })),
    ...stored.filter(({ _id }) => !liveIds.has(_id)).map((one) => ({ ...one, dismiss: null })),
  ];
  return { notifications: notifications.toSorted((a, b) => b.date.localeCompare(a.date)) };
}
