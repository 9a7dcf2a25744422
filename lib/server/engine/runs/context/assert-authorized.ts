import { and, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isTeamMemberSql } from "../../../access/auth/is-team-member";
import { isStillAdmitted } from "../../../access/auth/visitor";
import type { Db } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { apps } from "../../../platform/db/tables/apps";
import { runs, sessions } from "../../../platform/db/tables/sessions";
import { shareLinks, shareVisitors } from "../../../platform/db/tables/shares";

/** The run's principal has lost access: the run ends immediately. */
export class AuthorizationRevokedError extends Error {
  constructor(
    readonly status: "cancelled" | "error",
    message: string,
  ) {
    super(message);
  }
}

const principalLostAccess = () =>
  new AuthorizationRevokedError("error", "The member who started this run no longer has access.");
const linkRevoked = () =>
  new AuthorizationRevokedError("cancelled", "The share link no longer grants this visitor access.");

const guests = alias(accounts, "guests");

/**
 * Returns which of these runs may not continue, and why. A run has the rights of its principal, who must be a team member with
 * an active account; a visitor's run also needs a share link that admits the visitor.
 */
export async function findRevokedRuns(
  db: Db,
  runIds: readonly string[],
): Promise<Map<string, AuthorizationRevokedError>> {
  if (runIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: runs.id,
      isMember: isTeamMemberSql(accounts.id, runs.teamId),
      visitorId: sessions.visitorId,
      link: shareLinks,
      app: apps,
      account: guests,
    })
    .from(runs)
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .leftJoin(accounts, and(eq(accounts.id, runs.principalId), isNull(accounts.dateClosed)))
    .leftJoin(shareVisitors, eq(shareVisitors.id, sessions.visitorId))
    .leftJoin(shareLinks, eq(shareLinks.id, shareVisitors.shareId))
    .leftJoin(apps, and(eq(apps.id, shareLinks.appId), eq(apps.teamId, shareLinks.teamId)))
    .leftJoin(guests, and(eq(guests.id, shareVisitors.accountId), isNull(guests.dateClosed)))
    .where(inArray(runs.id, [...runIds]));
  const revoked = new Map<string, AuthorizationRevokedError>();
  for (const { id, isMember, visitorId, link, app, account } of rows) {
    if (!isMember) revoked.set(id, principalLostAccess());
    else if (visitorId !== null && !(link && app && (await isStillAdmitted(db, { link, app, account }))))
      revoked.set(id, linkRevoked());
  }
  return revoked;
}

/** Throws when the run may not continue. */
export async function assertAuthorized(db: Db, run: { id: string }): Promise<void> {
  const revoked = (await findRevokedRuns(db, [run.id])).get(run.id);
  if (revoked) throw revoked;
}
