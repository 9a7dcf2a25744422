import { and, count, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { linkMessagesPerDay, shareLinksMost, visitorMessagesPerDay } from "@/lib/constants/limits";
import type { ListQuery } from "@/lib/contract/fields";
import type { shareLinkForm, shareLinkSchema } from "@/lib/contract/shares";
import { accounts } from "../accounts/table";
import { apps } from "../apps/table";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { env } from "../env";
import { AppError, invalidField, notFound } from "../http/errors";
import { type Viewer, visible } from "../sessions/service";
import { teams } from "../teams/table";
import { shareLinks } from "./table";

type Reader = Pick<Db, "select">;
type LinkRow = typeof shareLinks.$inferSelect;

/** A private app's links are for those who may see the app; one that leads nowhere yet is for whoever made it. */
function seenBy(db: Reader, viewer: Viewer): SQL | undefined {
  const seen = db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.teamId, viewer.teamId), visible(viewer, apps)));
  return or(inArray(shareLinks.appId, seen), and(isNull(shareLinks.appId), eq(shareLinks.createdBy, viewer.accountId)));
}

/** The team's link, or 404 for one that does not exist, is another team's, or is not the viewer's to see. */
export async function linkOf(db: Reader, viewer: Viewer, shareId: string): Promise<LinkRow> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.teamId, viewer.teamId), eq(shareLinks.id, shareId), seenBy(db, viewer)));
  if (!row) throw notFound("This link");
  return row;
}

export const urlOf = (teamId: string, shareId: string): string =>
  new URL(`/s/${teamId}/${shareId}`, env().APP_URL).href;

function linkView({ link, createdByName }: { link: LinkRow; createdByName: string | null }) {
  const { id, teamId, appId, createdBy, sessionCount, messageCount, dateCreated, dateUpdated } = link;
  return {
    ...{ _id: id, shareId: id, url: urlOf(teamId, id), appId, createdBy, createdByName, dateCreated, dateUpdated },
    ...{ expiresAt: link.expires, sessionCount, messageCount, lastUsedDate: link.lastUsed },
    ...{ visitorMessagesPerDay: link.visitorMessages, linkMessagesPerDay: link.linkMessages },
  } satisfies z.input<typeof shareLinkSchema>;
}

export async function listLinks(db: Db, viewer: Viewer, query: ListQuery & { appId?: string }) {
  const columns = { ...shareLinks, name: shareLinks.id };
  const { where, order, limit, cut } = keyset(db, columns, viewer.teamId, query, seenBy(db, viewer));
  const found = await db
    .select({ link: shareLinks, createdByName: accounts.name })
    .from(shareLinks)
    .leftJoin(accounts, eq(accounts.id, shareLinks.createdBy))
    .where(and(where, query.appId ? eq(shareLinks.appId, query.appId) : undefined))
    .orderBy(...order)
    .limit(limit);
  const { rows, next } = await cut(found, ({ link }) => link.id);
  return { shareLinks: rows.map(linkView), next };
}

/** The columns for what a form sends; what it leaves out keeps its value, null goes back to what a new link has. */
export function linkColumns({ expiresAt, visitorMessagesPerDay: visitor, linkMessagesPerDay: all }: Form) {
  return {
    expires: typeof expiresAt === "string" ? new Date(expiresAt) : expiresAt,
    visitorMessages: visitor === null ? visitorMessagesPerDay : visitor,
    linkMessages: all === null ? linkMessagesPerDay : all,
  };
}
type Form = z.output<typeof shareLinkForm>;

/** Throws 400 for an app that is not the team's, or not the viewer's to see. */
export async function requireApp(tx: Reader, viewer: Viewer, appId: string): Promise<void> {
  const [app] = await tx
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.teamId, viewer.teamId), eq(apps.id, appId), visible(viewer, apps)));
  if (!app) throw invalidField("appId", "This app does not exist or was deleted.");
}

/** Locks the team, so that links made at once are counted one after another. */
export async function requireRoomForLink(tx: Reader, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
  const [found] = await tx.select({ n: count() }).from(shareLinks).where(eq(shareLinks.teamId, teamId));
  if ((found?.n ?? 0) < shareLinksMost) return;
  throw new AppError("conflict", `The team has ${shareLinksMost} share links, which is the most. Revoke one first.`);
}
