import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { isSealed, openSecret } from "../../platform/crypto/secrets";
import type { Db, Reader } from "../../platform/db/client";
import { noSuchPage } from "../../platform/db/query/list";
import { notifications, notificationsSeen } from "../../platform/db/tables/notifications";
import { notFound } from "../../platform/errors/errors";
import { matchesVisible, type NotificationReader } from "./visible";

type Row = typeof notifications.$inferSelect;

const openLink = ({ id, teamId, link }: Pick<Row, "id" | "teamId" | "link">): string | null =>
  link && isSealed(link) ? openSecret("notification", { teamId, rowId: id }, link) : link;

export function toNotificationView(row: Row, seen: boolean) {
  const { id, type, title, description, date, accountId } = row;
  return { _id: id, type, title, description, date, seen, link: openLink(row), audience: accountId ?? "team" };
}

/** Newest first. */
export async function readNotifications(db: Reader, reading: NotificationReader, limit: number, which?: SQL) {
  const byReader = and(
    eq(notificationsSeen.notificationId, notifications.id),
    eq(notificationsSeen.accountId, reading.accountId),
  );
  const rows = await db
    .select({ notification: notifications, seenBy: notificationsSeen.accountId })
    .from(notifications)
    .leftJoin(notificationsSeen, byReader)
    .where(and(matchesVisible(reading), which))
    .orderBy(desc(notifications.date), desc(notifications.id))
    .limit(limit);
  return rows.map(({ notification, seenBy }) => toNotificationView(notification, seenBy !== null));
}

export const isUnseen = isNull(notificationsSeen.accountId);

export async function listNotifications(
  db: Reader,
  reading: NotificationReader,
  { before, limit }: { before?: string; limit: number },
) {
  if (before !== undefined && (await findVisibleIds(db, reading, [before])).length === 0) throw noSuchPage();
  const { id, date } = notifications;
  // Compared in the database: a Date would lose PostgreSQL's microseconds.
  const after =
    before === undefined
      ? undefined
      : sql`(${date}, ${id}) < (select b.date, b.id from ${notifications} b where b.id = ${before})`;
  const found = await readNotifications(db, reading, limit + 1, after);
  const shown = found.slice(0, limit);
  return { notifications: shown, next: found.length > limit ? (shown.at(-1)?._id ?? null) : null };
}

async function findVisibleIds(db: Reader, reading: NotificationReader, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(inArray(notifications.id, ids), matchesVisible(reading)));
  return rows.map(({ id }) => id);
}

/** Marks all or none: a notification hidden from the reader counts as missing. Returns those not seen before. */
export async function markSeen(
  db: Reader & Pick<Db, "insert">,
  reading: NotificationReader,
  given: string[],
): Promise<string[]> {
  const ids = [...new Set(given)].sort();
  if ((await findVisibleIds(db, reading, ids)).length < ids.length) throw notFound("This notification");
  const { accountId } = reading;
  const marked = await db
    .insert(notificationsSeen)
    .values(ids.map((notificationId) => ({ notificationId, accountId })))
    .onConflictDoNothing()
    .returning({ id: notificationsSeen.notificationId });
  return marked.map(({ id }) => id);
}
