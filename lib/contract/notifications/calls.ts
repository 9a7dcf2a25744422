import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const notifications = defineCalls<typeof shapes>()("notifications", {
  list: {
    method: "GET",
    path: "/:resourceSlug/notifications.json",
    summary: "List the team's notifications and your own",
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
    summary: "Mark your own notifications as seen, without a team",
  },
});
