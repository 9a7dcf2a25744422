import { notifications as contract } from "@/lib/contract/notifications";
import { implement, type TeamCallContext } from "../http/implement";
import { listNotifications, markSeen } from "./queries";
import type { Reading } from "./visible";

const readingOf = ({ accountId, teamId, principal }: TeamCallContext): Reading => ({
  ...{ accountId, teamId },
  personal: principal.kind === "session",
});

implement(contract, {
  list: ({ ctx, query }) => listNotifications(ctx.db, readingOf(ctx), query),
  seen: async ({ ctx, body }) => {
    await markSeen(ctx.db, readingOf(ctx), body.notificationIds);
    return {};
  },
});
