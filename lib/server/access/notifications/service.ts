import { and, eq, inArray, isNull } from "drizzle-orm";
import {
  type MutableNotice,
  maxUnseen,
  type NotificationType,
  notificationTextMax,
  notificationTitleMax,
} from "@/lib/constants/notifications";
import { truncate } from "@/lib/utils/text/truncate";
import { sealSecret } from "../../platform/crypto/secrets";
import { afterCommit } from "../../platform/db/after-commit";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { notifications } from "../../platform/db/tables/notifications";
import { newId } from "../../platform/ids/ids";
import { isTeamMemberSql } from "../auth/is-team-member";
import { type LiveNotification, notifyAccount, notifyTeam } from "../broadcast/notify";
import { isUnseen, readNotifications, toNotificationView } from "./queries";
import type { NotificationReader } from "./visible";

/** All team members; or accounts, limited to members of the notification's team. */
type Audience = { to: "team"; teamId: string } | { to: readonly string[]; teamId: string | null };

type Notice = Audience & {
  type: NotificationType;
  /** A kind that accounts can mute. */
  kind?: MutableNotice;
  title: string;
  /** Markdown. User-provided text must pass through `plain`. */
  description: string;
  /** A path on this server. */
  link?: string | null;
  /** The link contains a token: it is sealed in the database. */
  secretLink?: true;
  /** For failures and limits. */
  tone?: LiveNotification["tone"];
  /** A newer notification with the same key replaces it. */
  key?: string;
  /** An existing notification with the same key is kept, without notifying again. */
  once?: true;
  /** Deleted with this invite. */
  inviteId?: string;
  sessionId?: string;
};

/** Escapes user-provided text for Markdown. */
export const escapeMarkdown = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#+.!|~&:@/=-]/g, (mark) => `\\${mark}`);

/** Stores a notification in the causing transaction, and shows it live after the commit. */
export async function notify(tx: Tx, { to, once, secretLink, ...notice }: Notice): Promise<void> {
  const { teamId, link = null, inviteId, sessionId, type, kind } = notice;
  const recipients =
    to === "team" ? [{ id: null, muted: [] as MutableNotice[] }] : await findRecipients(tx, to, teamId);
  if (recipients.length === 0) return;
  // Also for accounts that do not receive the newer one, because the older one is outdated.
  const all = recipients.map(({ id }) => id);
  if (notice.key !== undefined && !once) await withdrawNotification(tx, all, notice.key);
  const notified = recipients.filter(({ muted }) => !kind || !muted.includes(kind));
  if (notified.length === 0) return;
  const rows = notified.map(({ id: accountId }) => {
    const id = newId("notification");
    const stored = link && secretLink ? sealSecret("notification", { teamId, rowId: id }, link) : link;
    return {
      id,
      accountId,
      teamId,
      type,
      inviteId,
      sessionId,
      key: notice.key ?? id,
      link: stored,
      title: truncate(notice.title, notificationTitleMax),
      description: truncate(notice.description, notificationTextMax),
    };
  });
  const inserted = await tx.insert(notifications).values(rows).onConflictDoNothing().returning();
  afterCommit(tx, async () => {
    for (const row of inserted) await showLive(row, notice.tone);
  });
}

function findRecipients(tx: Tx, ids: readonly string[], teamId: string | null) {
  return tx
    .select({ id: accounts.id, muted: accounts.mutedNotices })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), teamId === null ? undefined : isTeamMemberSql(accounts.id, teamId)));
}

async function withdrawNotification(tx: Tx, recipients: (string | null)[], key: string): Promise<void> {
  const ids = recipients.filter((id) => id !== null);
  const theirs = ids.length > 0 ? inArray(notifications.accountId, ids) : isNull(notifications.accountId);
  await tx.delete(notifications).where(and(theirs, eq(notifications.key, key)));
}

async function showLive(row: typeof notifications.$inferSelect, tone: Notice["tone"]): Promise<void> {
  const shown = { ...toNotificationView(row, false), date: row.date.toISOString(), ...(tone && { tone }) };
  if (row.accountId !== null) await notifyAccount(row.accountId, shown);
  else if (row.teamId !== null) await notifyTeam(row.teamId, shown);
}

/** Counts the notifications that the reader has not seen. */
export const countUnseen = (db: Reader, reading: NotificationReader) =>
  readNotifications(db, reading, maxUnseen, isUnseen);
