import { notifications as contract } from "@/lib/contract/notifications/schemas";
import { publishSeen } from "../../access/broadcast/notify";
import { implement, type TeamCallContext } from "../../access/calls/implement";
import { listNotifications, markSeen } from "../../access/notifications/queries";
import type { NotificationReader } from "../../access/notifications/visible";
import type { Db } from "../../platform/db/client";

/** Personal notifications are hidden while viewing as another member. */
const toReader = ({ accountId, teamId, principal, viewAs }: TeamCallContext): NotificationReader => ({
  accountId,
  teamId,
  personal: principal.kind === "session" && !viewAs,
});

async function mark(db: Db, reading: NotificationReader, ids: string[]) {
  const marked = await markSeen(db, reading, ids);
  if (marked.length > 0) await publishSeen(reading.accountId, marked);
  return {};
}

implement(contract, {
  // Members who only manage the team see no team notifications; their own come with the account.
  list: async ({ ctx, query }) =>
    ctx.membership.row ? listNotifications(ctx.db, toReader(ctx), query) : { notifications: [], next: null },
  seen: ({ ctx, body }) => mark(ctx.db, toReader(ctx), body.notificationIds),
  seenOwn: ({ ctx: { db, accountId }, body }) =>
    mark(db, { accountId, teamId: null, personal: true }, body.notificationIds),
});
