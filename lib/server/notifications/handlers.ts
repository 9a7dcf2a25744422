import { notifications as contract } from "@/lib/contract/notifications";
import type { Db } from "../db/client";
import { implement, type TeamCallContext } from "../http/implement";
import { showSeen } from "../realtime/notify";
import { listNotifications, markSeen } from "./queries";
import type { Reading } from "./visible";

/** Nobody's own with the eyes of somebody else. */
const readingOf = ({ accountId, teamId, principal, alsoSeenBy }: TeamCallContext): Reading => ({
  ...{ accountId, teamId },
  personal: principal.kind === "session" && !alsoSeenBy,
});

async function mark(db: Db, reading: Reading, ids: string[]) {
  const marked = await markSeen(db, reading, ids);
  if (marked.length > 0) await showSeen(reading.accountId, marked);
  return {};
}

implement(contract, {
  // Who only manages the team reads nothing of what it is told; their own come with the account.
  list: async ({ ctx, query }) =>
    ctx.membership.row ? listNotifications(ctx.db, readingOf(ctx), query) : { notifications: [], next: null },
  seen: ({ ctx, body }) => mark(ctx.db, readingOf(ctx), body.notificationIds),
  seenOwn: ({ ctx: { db, accountId }, body }) =>
    mark(db, { accountId, teamId: null, personal: true }, body.notificationIds),
});
