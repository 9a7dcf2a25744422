import { notifications as contract } from "@/lib/contract/notifications";
import { implement, type TeamCallContext } from "../http/implement";
import { listNotifications, markSeen } from "./queries";
import type { Reading } from "./visible";

/** Nobody's own with the eyes of somebody else. */
const readingOf = ({ accountId, teamId, principal, alsoSeenBy }: TeamCallContext): Reading => ({
  ...{ accountId, teamId },
  personal: principal.kind === "session" && !alsoSeenBy,
});

implement(contract, {
  list: ({ ctx, query }) => listNotifications(ctx.db, readingOf(ctx), query),
  seen: async ({ ctx, body }) => {
    await markSeen(ctx.db, readingOf(ctx), body.notificationIds);
    return {};
  },
});
