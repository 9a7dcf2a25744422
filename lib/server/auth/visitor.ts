import { and, eq, gt, isNull } from "drizzle-orm";
import { visitorIdleMs } from "@/lib/constants/limits";
import { Permission } from "@/lib/permissions/bits";
import { accounts } from "../accounts/table";
import { apps } from "../apps/table";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { shareLinks, shareVisitors } from "../shares/table";
import { teams } from "../teams/table";
import { membershipOf } from "./membership";

/** Somebody at a shared link, with all that decides whether they are let in. */
export interface Visit {
  link: typeof shareLinks.$inferSelect;
  app: typeof apps.$inferSelect;
  orgId: string;
  /** Null until their first conversation. */
  visitor: typeof shareVisitors.$inferSelect | null;
  /** Who is signed in, or was when they first came. */
  account: typeof accounts.$inferSelect | null;
}

/** A visit of somebody who is known. */
export type Visitor = Visit & { visitor: NonNullable<Visit["visitor"]> };

const start = "mv_";

export const isVisitorToken = (token: string): boolean => token.startsWith(start);

/** A visitor's new token with what is stored of it. */
export function newVisitorToken() {
  const token = `${start}${randomText(52)}`;
  return { token, hash: hashToken(token) };
}

const touchEveryMs = 60_000;
const columns = { link: shareLinks, app: apps, orgId: teams.orgId };
const ofLink = and(eq(apps.id, shareLinks.appId), eq(apps.teamId, shareLinks.teamId));
const ofTeam = and(eq(teams.id, shareLinks.teamId), isNull(teams.dateDeleted));

/** The visitor behind a token: null for one that is unknown or was away for too long, and once the link is revoked. */
export async function visitorOf(db: Db, token: string): Promise<Visitor | null> {
  const now = new Date();
  const since = new Date(now.getTime() - visitorIdleMs);
  const [row] = await db
    .select({ ...columns, visitor: shareVisitors, account: accounts })
    .from(shareVisitors)
    .innerJoin(shareLinks, eq(shareLinks.id, shareVisitors.shareId))
    .innerJoin(apps, ofLink)
    .innerJoin(teams, ofTeam)
    .leftJoin(accounts, and(eq(accounts.id, shareVisitors.accountId), isNull(accounts.dateClosed)))
    .where(and(eq(shareVisitors.hash, hashToken(token)), gt(shareVisitors.lastUsed, since)));
  if (!row) return null;
  const { id, lastUsed } = row.visitor;
  if (now.getTime() - lastUsed.getTime() > touchEveryMs)
    await db.update(shareVisitors).set({ lastUsed: now }).where(eq(shareVisitors.id, id));
  return row;
}

/** A first visit, by the link itself: null for a link that is not the team's, leads nowhere yet or was revoked. */
export async function firstVisit(
  db: Db,
  teamId: string,
  shareId: string,
  account: Visit["account"],
): Promise<Visit | null> {
  const [row] = await db
    .select(columns)
    .from(shareLinks)
    .innerJoin(apps, ofLink)
    .innerJoin(teams, ofTeam)
    .where(and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId)));
  return row ? { ...row, visitor: null, account } : null;
}

/** Whether the link lets this visit in, by its expiry and the app's sharing as they are now. */
export async function letsIn(
  db: Pick<Db, "select">,
  { link, app, account }: Pick<Visit, "link" | "app" | "account">,
): Promise<boolean> {
  if (link.expires && link.expires <= new Date()) return false;
  const { mode, emails } = app.sharingConfig;
  switch (mode) {
    case "public":
      return true;
    case "whitelist":
      return account?.emailVerified === true && emails.includes(account.email);
    case "team":
    case "private": {
      const member = account && (await membershipOf(db, account, link.teamId));
      if (!member?.row) return false;
      const admin = member.bits.includes(Permission.TEAM_ADMIN) || member.bits.includes(Permission.TEAM_OWNER);
      return mode === "team" || admin || app.createdBy === account?.id;
    }
    default:
      return mode satisfies never;
  }
}

/** The visitor behind a token whose link lets them in now, or null. */
export async function visitorNow(db: Db, token: string): Promise<Visitor | null> {
  const visitor = await visitorOf(db, token);
  return visitor && (await letsIn(db, visitor)) ? visitor : null;
}
