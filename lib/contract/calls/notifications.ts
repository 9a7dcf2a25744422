import { defineCalls } from "../endpoint";
import type { shapes } from "../notifications";

export const notifications = defineCalls<typeof shapes>()("notifications", {
  list: {
    method: "GET",
    path: "/:resourceSlug/notifications.json",
    access: "team",
    summary: "List the team's notifications and one's own",
  },
  seen: {
    method: "PATCH",
    path: "/:resourceSlug/forms/notification/seen",
    access: "team",
    csrf: true,
    whenFull: true,
    summary: "Mark notifications as seen",
  },
  seenOwn: {
    method: "PATCH",
    path: "/forms/account/notification/seen",
    access: "account",
    sessionOnly: true,
    csrf: true,
    whenFull: true,
    summary: "Mark one's own notifications as seen, in no team too",
  },
});
