import { inArray, lt, sql } from "drizzle-orm";
import { maxNotifications, notificationDays } from "@/lib/constants/notifications";
import type { Db } from "../../platform/db/client";
import { notifications } from "../../platform/db/tables/notifications";

/** Deletes old notifications, and per account and team all but the newest. */
export async function sweepNotifications(db: Db): Promise<void> {
  const { id, accountId, teamId, date } = notifications;
  await db.delete(notifications).where(lt(date, sql`now() - ${`${notificationDays} days`}::interval`));
  // Personal ones are counted per account, across teams.
  const owner = sql`${accountId}, case when ${accountId} is null then ${teamId} end`;
  const rank = sql<number>`row_number() over (partition by ${owner} order by ${date} desc, ${id} desc)`.as("place");
  const ranked = db.select({ id, rank }).from(notifications).as("ranked");
  const surplus = db.select({ id: ranked.id }).from(ranked).where(sql`${ranked.rank} > ${maxNotifications}`);
  await db.delete(notifications).where(inArray(id, surplus));
}
