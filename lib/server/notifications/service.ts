import { and, eq, inArray, isNull } from "drizzle-orm";
import {
  type MutableNotice,
  type NotificationType,
  notificationTextMax,
  notificationTitleMax,
  unseenMost,
} from "@/lib/constants/notifications";
import { cutText } from "@/lib/utils/cut-text";
import { accounts } from "../accounts/table";
import { mayEnter } from "../auth/may-enter";
import { sealSecret } from "../crypto/secrets";
import { afterCommit } from "../db/after-commit";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { type LiveNotification, notifyAccount, notifyTeam } from "../realtime/notify";
import { isUnseen, notificationView, readNotifications } from "./queries";
import { notifications } from "./table";
import type { Reading } from "./visible";

/** Everybody in a team; or accounts, of which those are left out who are not in the team that it is about. */
type Audience = { to: "team"; teamId: string } | { to: readonly string[]; teamId: string | null };

type Notice = Audience & {
  type: NotificationType;
  /** One that an account can do without: who does is not told. */
  kind?: MutableNotice;
  title: string;
  /** Markdown. What people have written goes through `plain`. */
  description: string;
  /** A path of this server. */
  link?: string | null;
  /** The link carries a token: it is sealed where it is stored. */
  secretLink?: true;
  /** For what reports a failure or a limit. */
  tone?: LiveNotification["tone"];
  /** A newer one of the same key takes the place of this one. */
  key?: string;
  /** One that has the key stays as it is, and nobody is told again. */
  once?: true;
  /** What it is about: it goes with that. */
  inviteId?: string;
  sessionId?: string;
};

/** A text that people have written, for a place in markdown: it is read as it stands, and links nowhere. */
export const plain = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#+.!|~&:@/=-]/g, (mark) => `\\${mark}`);

/** Tells people something: stored with what has caused it, and shown at once to those who are there once that is committed. */
export async function notify(tx: Tx, { to, once, secretLink, ...notice }: Notice): Promise<void> {
  const { teamId, link = null, inviteId, sessionId, type, kind } = notice;
  const recipients = to === "team" ? [{ id: null, muted: [] as MutableNotice[] }] : await recipientsOf(tx, to, teamId);
  if (recipients.length === 0) return;
  // Of those as well who are not told of the newer one: the older one is over.
  const all = recipients.map(({ id }) => id);
  if (notice.key !== undefined && !once) await forget(tx, all, notice.key);
  const told = recipients.filter(({ muted }) => !kind || !muted.includes(kind));
  if (told.length === 0) return;
  const rows = told.map(({ id: accountId }) => {
    const id = newId("notification");
    const stored = link && secretLink ? sealSecret("notification", { teamId, rowId: id }, link) : link;
    return {
      ...{ id, accountId, teamId, type, inviteId, sessionId, key: notice.key ?? id, link: stored },
      title: cutText(notice.title, notificationTitleMax),
      description: cutText(notice.description, notificationTextMax),
    };
  });
  const made = await tx.insert(notifications).values(rows).onConflictDoNothing().returning();
  afterCommit(tx, async () => {
    for (const row of made) await deliver(row, notice.tone);
  });
}

function recipientsOf(tx: Tx, ids: readonly string[], teamId: string | null) {
  return tx
    .select({ id: accounts.id, muted: accounts.mutedNotices })
    .from(accounts)
    .where(and(inArray(accounts.id, [...ids]), teamId === null ? undefined : mayEnter(accounts.id, teamId)));
}

async function forget(tx: Tx, recipients: (string | null)[], key: string): Promise<void> {
  const ids = recipients.filter((id) => id !== null);
  const theirs = ids.length > 0 ? inArray(notifications.accountId, ids) : isNull(notifications.accountId);
  await tx.delete(notifications).where(and(theirs, eq(notifications.key, key)));
}

async function deliver(row: typeof notifications.$inferSelect, tone: Notice["tone"]): Promise<void> {
  const shown = { ...notificationView(row, false), date: row.date.toISOString(), ...(tone && { tone }) };
  if (row.accountId !== null) await notifyAccount(row.accountId, shown);
  else if (row.teamId !== null) await notifyTeam(row.teamId, shown);
}

/** Those that the account has not seen, newest first. */
export const unseenOf = (db: Pick<Db, "select">, reading: Reading) =>
  readNotifications(db, reading, unseenMost, isUnseen);
