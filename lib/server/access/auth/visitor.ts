import { and, desc, eq, gt, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { sessionIdleMs, visitorIdleMs, visitorMaxMs } from "@/lib/constants/limits";
import { visitorTokenStarts } from "@/lib/constants/ui";
import { Permission } from "@/lib/permissions/bits";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Reader } from "../../platform/db/client";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { publications } from "../../platform/db/tables/publications";
import { shareLinks, shareVisitors } from "../../platform/db/tables/shares";
import { teams } from "../../platform/db/tables/teams";
import { randomText } from "../../platform/ids/ids";
import { isNotLocked } from "./is-not-locked";
import { isLastUseDue } from "./last-used";
import { findMembership } from "./membership";
import { readSsoOrgIds } from "./principal";
import { lacksSso } from "./required-sso";

/** A visit of a share link, with everything that decides on access. */
export interface Visit {
  link: typeof shareLinks.$inferSelect;
  app: typeof apps.$inferSelect;
  orgId: string;
  /** Null until the first conversation. */
  visitor: typeof shareVisitors.$inferSelect | null;
  /** The signed-in account. */
  account: typeof accounts.$inferSelect | null;
  /** The account's session at the time of the visit, which limits it. */
  session: Pick<typeof tokens.$inferSelect, "id" | "expires" | "data"> | null;
}

/** The signed-in account at a first visit. */
type SignedInAccount = Pick<Visit, "account" | "session">;

/** A visit of a known visitor. */
export type Visitor = Visit & { visitor: NonNullable<Visit["visitor"]> };

/** The name of the app for visitors. */
export const findShownName = ({ link, app }: Pick<Visit, "link" | "app">): string => link.displayName ?? app.name;

export const isVisitorToken = (token: string): boolean =>
  Object.values(visitorTokenStarts).some((start) => token.startsWith(start));

/** A visitor's new token with its stored parts. The prefix tells the browser whether it ends with an account's session. */
export function createVisitorToken(kind: keyof typeof visitorTokenStarts) {
  const token = `${visitorTokenStarts[kind]}${randomText(52)}`;
  return { token, hash: hashToken(token) };
}

const columns = { link: shareLinks, app: apps, orgId: teams.orgId };
const sessionColumns = { id: tokens.id, expires: tokens.expires, data: tokens.data };
const matchesLink = and(eq(apps.id, shareLinks.appId), eq(apps.teamId, shareLinks.teamId));
const matchesTeam = and(eq(teams.id, shareLinks.teamId), isNull(teams.dateDeleted));

/** Anonymous, or with a live account session. */
const hasLiveSession = (now: Date) =>
  or(
    isNull(shareVisitors.accountId),
    and(
      eq(tokens.accountId, shareVisitors.accountId),
      eq(tokens.purpose, "session"),
      gt(tokens.expires, now),
      gt(tokens.lastUsed, new Date(now.getTime() - sessionIdleMs)),
    ),
  );

/** Visitors valid at the time, with what grants them access. */
function selectVisitors(db: Reader, now: Date, which: SQL | undefined) {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  return db
    .select({ ...columns, visitor: shareVisitors, account: accounts, session: sessionColumns })
    .from(shareVisitors)
    .innerJoin(shareLinks, eq(shareLinks.id, shareVisitors.shareId))
    .innerJoin(apps, matchesLink)
    .innerJoin(teams, matchesTeam)
    .leftJoin(accounts, and(eq(accounts.id, shareVisitors.accountId), isNull(accounts.dateClosed)))
    .leftJoin(tokens, eq(tokens.id, shareVisitors.tokenId))
    .where(
      and(
        which,
        isNotNull(shareVisitors.hash),
        gt(shareVisitors.lastUsed, ago(visitorIdleMs)),
        gt(shareVisitors.dateCreated, ago(visitorMaxMs)),
        hasLiveSession(now),
        or(isNull(shareVisitors.expires), gt(shareVisitors.expires, now)),
      ),
    );
}

/** The visitor of a token; null when it is unknown, expired or idle, the link is revoked, or the account's session has ended. */
export async function findVisitor(db: Db, token: string): Promise<Visitor | null> {
  const now = new Date();
  const [row] = await selectVisitors(db, now, eq(shareVisitors.hash, hashToken(token)));
  if (!row) return null;
  const { id, lastUsed } = row.visitor;
  if (isLastUseDue(lastUsed, now)) {
    await db.update(shareVisitors).set({ lastUsed: now }).where(isNotLocked(shareVisitors.id, id));
    if (row.session) await db.update(tokens).set({ lastUsed: now }).where(isNotLocked(tokens.id, row.session.id));
  }
  return row;
}

const maxListedVisits = 100;

/** Returns an account's visits to links that currently admit it, most recent first; at most 100. */
export async function listVisits(db: Db, accountId: string): Promise<Visitor[]> {
  const rows = await selectVisitors(db, new Date(), eq(shareVisitors.accountId, accountId))
    .orderBy(desc(shareVisitors.lastUsed), desc(shareVisitors.id))
    .limit(maxListedVisits);
  const open: Visitor[] = [];
  for (const row of rows) if (await isStillAdmitted(db, row)) open.push(row);
  return open;
}

/** When a visitor's token ends: with the link, the account's session, or its own lifetime. */
export function findVisitorExpiry({ link, session, visitor }: Visitor): Date {
  const own = new Date(visitor.dateCreated.getTime() + visitorMaxMs);
  const ends = [own, link.expires, session?.expires, visitor.expires].filter((end) => end instanceof Date);
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}

/** Returns a first visit by link; null for another team's link, one without an app, or a revoked one. */
export async function startVisit(
  db: Db,
  teamId: string,
  shareId: string,
  signedIn: SignedInAccount,
): Promise<Visit | null> {
  const [row] = await db
    .select(columns)
    .from(shareLinks)
    .innerJoin(apps, matchesLink)
    .innerJoin(teams, matchesTeam)
    .where(and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId)));
  if (!row) return null;
  // A website's visitors are not known by their account.
  const known = row.link.publicationId ? { account: null, session: null } : signedIn;
  return { ...row, ...known, visitor: null };
}

/** Whether a publication is on, and may be embedded by a website. */
async function isEmbedded(db: Reader, publicationId: string): Promise<boolean> {
  const [row] = await db.select().from(publications).where(eq(publications.id, publicationId));
  return row?.enabled === true && row.ways.embed !== undefined && row.origins.length > 0;
}

/**
 * Whether the link admits this visit, by its expiry and the app's sharing. Without `session`, as for a run that was started by
 * one, the organization's identity provider is not required.
 */
export async function isStillAdmitted(
  db: Reader,
  { link, app, account, session }: Pick<Visit, "link" | "app" | "account"> & Partial<Pick<Visit, "session">>,
): Promise<boolean> {
  if (link.publicationId) return isEmbedded(db, link.publicationId);
  if (link.expires && link.expires <= new Date()) return false;
  const { mode, emails } = app.sharingConfig;
  switch (mode) {
    case "public":
      return true;
    case "whitelist":
      return account?.emailVerified === true && emails.includes(account.email);
    case "team":
    case "private": {
      const member = account && (await findMembership(db, account, link.teamId));
      const ssoOrgIds = session === undefined ? null : readSsoOrgIds(session?.data ?? {});
      if (!member?.row || lacksSso({ ssoOrgIds }, member)) return false;
      const admin = member.bits.includes(Permission.TEAM_ADMIN) || member.bits.includes(Permission.TEAM_OWNER);
      return mode === "team" || admin || app.createdBy === account?.id;
    }
    default:
      return mode satisfies never;
  }
}

/** The visitor of a token whose link currently admits them, or null. */
export async function findVisitorByToken(db: Db, token: string): Promise<Visitor | null> {
  const visitor = await findVisitor(db, token);
  return visitor && (await isStillAdmitted(db, visitor)) ? visitor : null;
}
