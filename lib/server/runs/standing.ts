import { and, eq, inArray, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accounts } from "../accounts/table";
import { apps } from "../apps/table";
import { mayEnter } from "../auth/may-enter";
import { letsIn } from "../auth/visitor";
import type { Db } from "../db/client";
import { runs, sessions } from "../sessions/table";
import { shareLinks, shareVisitors } from "../shares/table";

/** Nobody may have the run worked any more: how it ends, at once. */
export class RevokedError extends Error {
  constructor(
    readonly status: "cancelled" | "error",
    message: string,
  ) {
    super(message);
  }
}

const principalGone = () => new RevokedError("error", "Whoever started this run is no longer in the team.");
const linkGone = () => new RevokedError("cancelled", "The shared link no longer lets this visitor in.");

const guests = alias(accounts, "guests");

/**
 * Which of these runs must not be worked any more, and why: a run acts with the rights of its principal, who must be in
 * the team with an account that is open; a visitor's run also needs a link that lets the visitor in.
 */
export async function revokedRuns(db: Db, runIds: readonly string[]): Promise<Map<string, RevokedError>> {
  if (runIds.length === 0) return new Map();
  const found = await db
    .select({
      id: runs.id,
      stands: mayEnter(accounts.id, runs.teamId),
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
  const revoked = new Map<string, RevokedError>();
  for (const { id, stands, visitorId, link, app, account } of found) {
    if (!stands) revoked.set(id, principalGone());
    else if (visitorId !== null && !(link && app && (await letsIn(db, { link, app, account }))))
      revoked.set(id, linkGone());
  }
  return revoked;
}

/** Throws where the run must not be worked any more. */
export async function checkStanding(db: Db, run: { id: string }): Promise<void> {
  const why = (await revokedRuns(db, [run.id])).get(run.id);
  if (why) throw why;
}
