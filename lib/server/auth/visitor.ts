import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { sessionIdleMs, visitorIdleMs, visitorMaxMs } from "@/lib/constants/limits";
import { visitorTokenStarts } from "@/lib/constants/ui";
import { Permission } from "@/lib/permissions/bits";
import { accounts, tokens } from "../accounts/table";
import { apps } from "../apps/table";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { shareLinks, shareVisitors } from "../shares/table";
import { teams } from "../teams/table";
import { membershipOf } from "./membership";
import { notHeld } from "./not-held";

/** Somebody at a shared link, with all that decides whether they are let in. */
export interface Visit {
  link: typeof shareLinks.$inferSelect;
  app: typeof apps.$inferSelect;
  orgId: string;
  /** Null until their first conversation. */
  visitor: typeof shareVisitors.$inferSelect | null;
  /** Who is signed in. */
  account: typeof accounts.$inferSelect | null;
  /** The account's session in which they came, with which they end. */
  session: Pick<typeof tokens.$inferSelect, "id" | "expires"> | null;
}

/** Who is signed in at a first visit. */
type SignedIn = Pick<Visit, "account" | "session">;

/** A visit of somebody who is known. */
export type Visitor = Visit & { visitor: NonNullable<Visit["visitor"]> };

export const isVisitorToken = (token: string): boolean =>
  Object.values(visitorTokenStarts).some((start) => token.startsWith(start));

/** A visitor's new token with what is stored of it. Its start tells the browser whether it ends with an account's session. */
export function newVisitorToken(of: keyof typeof visitorTokenStarts) {
  const token = `${visitorTokenStarts[of]}${randomText(52)}`;
  return { token, hash: hashToken(token) };
}

const touchEveryMs = 60_000;
const columns = { link: shareLinks, app: apps, orgId: teams.orgId };
const sessionColumns = { id: tokens.id, expires: tokens.expires };
const ofLink = and(eq(apps.id, shareLinks.appId), eq(apps.teamId, shareLinks.teamId));
const ofTeam = and(eq(teams.id, shareLinks.teamId), isNull(teams.dateDeleted));

/** Nobody's in particular, or of an account's session that goes on. */
const ofLiveSession = (now: Date) =>
  or(
    isNull(shareVisitors.accountId),
    and(
      eq(tokens.accountId, shareVisitors.accountId),
      eq(tokens.purpose, "session"),
      gt(tokens.expires, now),
      gt(tokens.lastUsed, new Date(now.getTime() - sessionIdleMs)),
    ),
  );

/** Visitors who are known at the time, with what lets them in. */
function knownVisitors(db: Pick<Db, "select">, now: Date, which: SQL | undefined) {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return db
    .select({ ...columns, visitor: shareVisitors, account: accounts, session: sessionColumns })
    .from(shareVisitors)
    .innerJoin(shareLinks, eq(shareLinks.id, shareVisitors.shareId))
    .innerJoin(apps, ofLink)
    .innerJoin(teams, ofTeam)
    .leftJoin(accounts, and(eq(accounts.id, shareVisitors.accountId), isNull(accounts.dateClosed)))
    .leftJoin(tokens, eq(tokens.id, shareVisitors.tokenId))
    .where(
      and(
        which,
        isNotNull(shareVisitors.hash),
        gt(shareVisitors.lastUsed, ago(visitorIdleMs)),
        gt(shareVisitors.dateCreated, ago(visitorMaxMs)),
        ofLiveSession(now),
      ),
    );
}

/**
 * The visitor behind a token: null for one that is unknown, too old or was away for too long, once the link is revoked,
 * and once the account's session in which they came has ended.
 */
export async function visitorOf(db: Db, token: string): Promise<Visitor | null> {
  const now = new Date();
  const [row] = await knownVisitors(db, now, eq(shareVisitors.hash, hashToken(token)));
  if (!row) return null;
  const { id, lastUsed } = row.visitor;
  if (now.getTime() - lastUsed.getTime() > touchEveryMs) {
    await db.update(shareVisitors).set({ lastUsed: now }).where(notHeld(shareVisitors.id, id));
    if (row.session) await db.update(tokens).set({ lastUsed: now }).where(notHeld(tokens.id, row.session.id));
  }
  return row;
}

const maxListedVisits = 100;

/** An account's visits to links that let it in now, the last used first; at most 100. */
export async function visitsOf(db: Db, accountId: string): Promise<Visitor[]> {
  const rows = await knownVisitors(db, new Date(), eq(shareVisitors.accountId, accountId))
    .orderBy(desc(shareVisitors.lastUsed), desc(shareVisitors.id))
    .limit(maxListedVisits);
  const open: Visitor[] = [];
  for (const row of rows) if (await letsIn(db, row)) open.push(row);
  return open;
}

/** When a visitor's token ends, used or not: with the link, the account's session, or its own time. */
export function visitorExpires({ link, session, visitor }: Visitor): Date {
  const own = new Date(visitor.dateCreated.getTime() + visitorMaxMs);
  const ends = [own, link.expires, session?.expires].filter((end) => end instanceof Date);
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** A first visit, by the link itself: null for a link that is not the team's, leads nowhere yet or was revoked. */
export async function firstVisit(db: Db, teamId: string, shareId: string, signedIn: SignedIn): Promise<Visit | null> {
  const [row] = await db
    .select(columns)
    .from(shareLinks)
    .innerJoin(apps, ofLink)
    .innerJoin(teams, ofTeam)
    .where(and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId)));
  return row ? { ...row, ...signedIn, visitor: null } : null;
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
