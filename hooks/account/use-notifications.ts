"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useAccount } from "@/context/account";
import { call } from "@/lib/api/browser";
import { sendAndCollapse } from "@/lib/api/send-and-collapse";
import { accounts } from "@/lib/contract/accounts/calls";
import { notifications } from "@/lib/contract/notifications/calls";
import type { Notification } from "@/lib/contract/notifications/schemas";
import { seenOnThisPage } from "@/lib/utils/browser/seen-notifications";
import { useInfiniteEndpoint } from "../api/use-infinite-endpoint";

const newestFirst = (list: readonly Notification[]) => list.toSorted((a, b) => b.date.localeCompare(a.date));

/** The account's notifications: those that it has not seen, then the others, each newest first. */
export function useNotifications() {
  const { team, notifications: unseen } = useAccount();
  const { items, ...query } = useInfiniteEndpoint(notifications.list, {
    params: { resourceSlug: team?.id ?? "" },
    items: (answer) => answer.notifications,
    // Without a team, only the notifications that come with the account exist.
    enabled: team?.member === true,
  });
  const listed = items ?? [];
  const listedIds = new Set(listed.map(({ _id }) => _id));
  const all = [...listed, ...unseen.filter(({ _id }) => !listedIds.has(_id))];
  return {
    ...query,
    unseen: newestFirst(all.filter(({ seen }) => !seen)),
    seen: newestFirst(all.filter(({ seen }) => seen)),
  };
}

/**
 * Marks notifications as seen and reloads the list once they have collapsed. Resolves to false after a failure, which
 * is already shown.
 */
export function useMarkSeen(): (ids: readonly string[]) => Promise<boolean> {
  const { team } = useAccount();
  const queryClient = useQueryClient();
  const send = (notificationIds: string[]): Promise<unknown> => {
    if (!team?.member) return call(notifications.seenOwn, { body: { notificationIds } });
    const resourceSlug = team.id;
    return call(notifications.seen, { params: { resourceSlug }, body: { notificationIds, resourceSlug } });
  };
  return async (ids) => {
    for (const id of ids) seenOnThisPage.add(id);
    const done = await sendAndCollapse(send([...ids]));
    for (const { resource } of [notifications.list, accounts.get])
      void queryClient.invalidateQueries({ queryKey: [resource] });
    return done;
  };
}
