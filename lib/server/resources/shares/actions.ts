import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  embedSessionsPerHour,
  linkMessagesPerDay,
  linkSessionsPerHour,
  maxLinkMessages,
  unboundShareLinkMs,
  visitorIdleMs,
  visitorMaxMs,
  visitorMessagesPerDay,
  visitorSessionsPerHour,
} from "@/lib/constants/limits";
import { createVisitorToken, type Visit, type Visitor } from "../../access/auth/visitor";
import type { Viewer } from "../../access/visibility/visible";
import type { Db, Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { shareLinks, shareVisitors } from "../../platform/db/tables/shares";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { findReferenceIssues, throwIssues } from "../references/check";
import { endTrashedVisits } from "../trash/service";
import { countUse, day, hour } from "./count-use";
import { getLink, requireLinkCapacity } from "./queries";

/** Links without an app expire after a day. */
const isRecent = () => gt(shareLinks.dateCreated, new Date(Date.now() - unboundShareLinkMs));

type Settings = Partial<Omit<typeof shareLinks.$inferInsert, "id" | "teamId" | "appId">>;

/** Adds a link to an app, or to one that has not been saved yet. */
export async function createLink(
  tx: Tx,
  caller: Viewer,
  appId: string | undefined,
  settings: Settings,
): Promise<string> {
  const { teamId, accountId } = caller;
  throwIssues(await findReferenceIssues(tx, caller, "share", { appId, iconId: settings.iconId }));
  await requireLinkCapacity(tx, teamId);
  const { visitorMessages = visitorMessagesPerDay, linkMessages = linkMessagesPerDay } = settings;
  const id = newId("share");
  await tx
    .insert(shareLinks)
    .values({ ...settings, id, teamId, appId, createdBy: accountId, visitorMessages, linkMessages });
  return id;
}

type Embedded = Pick<typeof shareLinks.$inferInsert, "id" | "teamId" | "appId" | "createdBy">;

/** Adds the link of a publication that websites embed, unless it has one. It is deleted with the publication. */
export async function ensureEmbedLink(tx: Tx, { id, ...embedded }: Embedded): Promise<void> {
  const limits = { visitorMessages: visitorMessagesPerDay, linkMessages: maxLinkMessages };
  await tx
    .insert(shareLinks)
    .values({ ...embedded, ...limits, id, publicationId: id })
    .onConflictDoNothing();
}

/** Returns the link, locked until the transaction ends. */
async function lockLink(tx: Tx, caller: Viewer, id: string) {
  await lockRow(tx, shareLinks, caller.teamId, id);
  await getLink(tx, caller, id);
  return and(eq(shareLinks.teamId, caller.teamId), eq(shareLinks.id, id));
}

/** Updates the link. A new password ends the access of all its visitors until they enter it. */
export async function updateLink(tx: Tx, caller: Viewer, id: string, settings: Settings): Promise<void> {
  const own = await lockLink(tx, caller, id);
  throwIssues(await findReferenceIssues(tx, caller, "share", { iconId: settings.iconId }));
  await tx
    .update(shareLinks)
    .set({ ...settings, dateUpdated: new Date() })
    .where(own);
  if (settings.passwordHash)
    await tx.update(shareVisitors).set({ hash: null, tokenId: null }).where(eq(shareVisitors.shareId, id));
}

export async function deleteLink(tx: Tx, caller: Viewer, id: string): Promise<void> {
  await tx.delete(shareLinks).where(await lockLink(tx, caller, id));
}

/** Binds a link to its new app. Throws 400 for another team's link, or one of another app. */
export async function bindLink(tx: Tx, teamId: string, shareId: string, appId: string): Promise<void> {
  const unbound = and(isNull(shareLinks.appId), isRecent());
  const own = and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId), isNull(shareLinks.publicationId));
  const [bound] = await tx
    .update(shareLinks)
    .set({ appId, dateUpdated: new Date() })
    .where(and(own, or(unbound, eq(shareLinks.appId, appId))))
    .returning({ id: shareLinks.id });
  if (!bound) throw invalidField("shareLinkShareId", "This link doesn't exist or is no longer available.");
}

/** Counts a message against the daily limits, the link's first, which is the lock order everywhere. */
export async function countMessage(tx: Tx, { link, visitor }: Visitor): Promise<void> {
  await countUse(tx, {
    table: shareLinks,
    id: link.id,
    time: day,
    max: shareLinks.linkMessages,
    sentence: "This link has reached its daily message limit.",
    also: sql`, message_count = message_count + 1`,
  });
  await countUse(tx, {
    table: shareVisitors,
    id: visitor.id,
    time: day,
    max: link.visitorMessages,
    sentence: "You've reached your daily message limit.",
  });
}

/** Counts a conversation against the hourly limits; only the link's before there is a visitor. */
async function countSession(tx: Tx, { link, visitor }: Visit): Promise<void> {
  await countUse(tx, {
    table: shareLinks,
    id: link.id,
    time: hour,
    max: link.publicationId ? embedSessionsPerHour : linkSessionsPerHour,
    sentence: "Too many sessions were started with this link.",
    also: sql`, session_count = session_count + 1`,
  });
  if (!visitor) return;
  await countUse(tx, {
    table: shareVisitors,
    id: visitor.id,
    time: hour,
    max: visitorSessionsPerHour,
    sentence: `You've reached the limit of ${visitorSessionsPerHour} new sessions per hour.`,
  });
}

/** Counts a new conversation. Returns its visitor, with a token if new. */
export async function startConversation(
  tx: Tx,
  visit: Visit,
  signed: { subject: string; expires: Date } | null = null,
): Promise<{ visitorId: string; token?: string }> {
  await countSession(tx, visit);
  if (visit.visitor) return { visitorId: visit.visitor.id };
  const { token, hash } = createVisitorToken(visit.account ? "account" : "anonymous");
  const visitorId = newId("visitor");
  await tx.insert(shareVisitors).values({
    id: visitorId,
    hash,
    shareId: visit.link.id,
    accountId: visit.account?.id ?? null,
    tokenId: visit.session?.id ?? null,
    ...signed,
    hourSessions: 1,
  });
  return { visitorId, token };
}

const newer = alias(shareVisitors, "newer");

/**
 * Deletes links without an app, and inactive or expired visitors. Conversations of visitors who are known, by their account or
 * a website, remain while they return with any session.
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
        or(eq(newer.accountId, shareVisitors.accountId), eq(newer.subject, shareVisitors.subject)),
        gt(newer.lastUsed, ago(visitorIdleMs)),
      ),
    );
  const away = and(lt(shareVisitors.lastUsed, ago(visitorIdleMs)), notExists(comesBack));
  const anonymous = and(isNull(shareVisitors.accountId), isNull(shareVisitors.subject));
  const old = and(anonymous, lt(shareVisitors.dateCreated, ago(visitorMaxMs)));
  await db.delete(shareVisitors).where(or(away, old));
}

/**
 * Ends the accounts' visits to the links of these teams. Their conversations are detached from the account: otherwise they would
 * reappear if the app became public, and a removed person would be mailed their requests.
 */
export async function endVisits(tx: Tx, teamIds: string[], accountIds: readonly string[]): Promise<void> {
  const links = tx.select({ id: shareLinks.id }).from(shareLinks).where(inArray(shareLinks.teamId, teamIds));
  await tx
    .update(shareVisitors)
    .set({ accountId: null, hash: null, tokenId: null })
    .where(and(inArray(shareVisitors.accountId, accountIds), inArray(shareVisitors.shareId, links)));
  await endTrashedVisits(tx, teamIds, accountIds);
}
