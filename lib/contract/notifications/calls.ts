import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const notifications = defineCalls<typeof shapes>()("notifications", {
  list: {
    method: "GET",
    path: "/:resourceSlug/notifications.json",
    summary: "List notifications of the team and the account",
  },
  seen: {
    method: "PATCH",
    path: "/:resourceSlug/forms/notification/seen",
    csrf: true,
    summary: "Mark notifications as seen",
  },
  seenOwn: {
    method: "PATCH",
    path: "/forms/account/notification/seen",
    csrf: true,
    summary: "Mark the account's own notifications as seen",
  },
});
