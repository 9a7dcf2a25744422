import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  linkSessionsPerHour,
  unboundShareLinkMs,
  visitorIdleMs,
  visitorMaxMs,
  visitorSessionsPerHour,
} from "@/lib/constants/limits";
import { newVisitorToken, type Visit, type Visitor } from "../auth/visitor";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { AppError, invalidField } from "../http/errors";
import { day, hour, take } from "./spend";
import { shareLinks, shareVisitors } from "./table";

/** Links that lead nowhere yet die after a day. */
const fresh = () => gt(shareLinks.dateCreated, new Date(Date.now() - unboundShareLinkMs));

/** Makes a link that was made before its app lead to it. Throws 400 for one that is not the team's, or another app's. */
export async function bindLink(tx: Tx, teamId: string, shareId: string, appId: string): Promise<void> {
  const unbound = and(isNull(shareLinks.appId), fresh());
  const [bound] = await tx
    .update(shareLinks)
    .set({ appId, dateUpdated: new Date() })
    .where(and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId), or(unbound, eq(shareLinks.appId, appId))))
    .returning({ id: shareLinks.id });
  if (!bound) throw invalidField("shareLinkShareId", "This link does not exist or was deleted.");
}

/** One message of the day's, of the link's first: whoever locks both does so in this order. */
export async function takeMessage(tx: Tx, { link, visitor }: Visitor): Promise<void> {
  await take(tx, {
    ...{ table: shareLinks, id: link.id, time: day, most: shareLinks.linkMessages },
    sentence: "This link has had all its messages of a day.",
    also: sql`, message_count = message_count + 1`,
  });
  const most = link.visitorMessages;
  await take(tx, {
    ...{ table: shareVisitors, id: visitor.id, time: day, most },
    sentence: `You have sent ${most === 1 ? "the one message" : `the ${most} messages`} that you can send in a day.`,
  });
}

/** One conversation of the hour's; of the link's alone before there is a visitor. */
async function takeSession(tx: Tx, { link, visitor }: Visit): Promise<void> {
  await take(tx, {
    ...{ table: shareLinks, id: link.id, time: hour, most: linkSessionsPerHour },
    sentence: "Many people are beginning conversations here.",
    also: sql`, session_count = session_count + 1`,
  });
  if (!visitor) return;
  await take(tx, {
    ...{ table: shareVisitors, id: visitor.id, time: hour, most: visitorSessionsPerHour },
    sentence: `You have begun the ${visitorSessionsPerHour} conversations that you can begin in an hour.`,
  });
}

/** Counts a conversation that begins. Answers whose it is, and their token where they are new. */
export async function beginConversation(tx: Tx, visit: Visit): Promise<{ visitorId: string; token?: string }> {
  await takeSession(tx, visit);
  if (visit.visitor) return { visitorId: visit.visitor.id };
  const { token, hash } = newVisitorToken(visit.account ? "account" : "anonymous");
  const visitorId = newId("visitor");
  await tx.insert(shareVisitors).values({
    id: visitorId,
    hash,
    shareId: visit.link.id,
    accountId: visit.account?.id ?? null,
    tokenId: visit.session?.id ?? null,
    hourSessions: 1,
  });
  return { visitorId, token };
}

const newer = alias(shareVisitors, "newer");

/**
 * Forgets links that lead nowhere, and visitors who have stayed away or are too old. What somebody who signs in has begun
 * at a link stays theirs as long as they come back to it, in whichever session.
 */
export async function sweepShares(db: Db): Promise<void> {
  const ago = (ms: number) => new Date(Date.now() - ms);
  await db.delete(shareLinks).where(and(isNull(shareLinks.appId), lt(shareLinks.dateCreated, ago(unboundShareLinkMs))));
  const comesBack = db
    .select({ id: newer.id })
    .from(newer)
    .where(
      and(
        eq(newer.shareId, shareVisitors.shareId),
        eq(newer.accountId, shareVisitors.accountId),
        gt(newer.lastUsed, ago(visitorIdleMs)),
      ),
    );
  const away = and(lt(shareVisitors.lastUsed, ago(visitorIdleMs)), notExists(comesBack));
  const old = and(isNull(shareVisitors.accountId), lt(shareVisitors.dateCreated, ago(visitorMaxMs)));
  await db.delete(shareVisitors).where(or(away, old));
}

/**
 * Ends an account's visits to the links of these teams. What was begun by them is no longer the account's: it would open
 * again where the app is made public, and its questions would be mailed to somebody who was removed.
 */
export async function endVisits(tx: Tx, teamIds: string[], accountId: string): Promise<void> {
  const links = tx.select({ id: shareLinks.id }).from(shareLinks).where(inArray(shareLinks.teamId, teamIds));
  await tx
    .update(shareVisitors)
    .set({ accountId: null, hash: null, tokenId: null })
    .where(and(eq(shareVisitors.accountId, accountId), inArray(shareVisitors.shareId, links)));
}

/** A visit of somebody who has begun a conversation. Throws 401 for anybody else. */
export function knownVisitor(visit: Visit): Visitor {
  const { visitor } = visit;
  if (!visitor) throw new AppError("unauthorized", "Begin a conversation first.");
  return { ...visit, visitor };
}
