import { and, count, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { linkMessagesPerDay, maxShareLinks, visitorMessagesPerDay } from "@/lib/constants/limits";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { type shareLinkForm, shareLinkSchema } from "@/lib/contract/shares/schemas";
import { hashPassword } from "../../access/auth/password";
import { matchesVisibility, toVisibility, type Viewer, type Visibility } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import type { Given } from "../../platform/db/query/define-query";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { assets } from "../../platform/db/tables/assets";
import { shareLinks } from "../../platform/db/tables/shares";
import { teams } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError, notFound } from "../../platform/errors/errors";

type LinkRow = typeof shareLinks.$inferSelect;

/** Not the one of a publication, which belongs to that. */
const isGiven = isNull(shareLinks.publicationId);

type LinkViewer = Visibility & { teamId: string; accountId: string };

/** A private app's links are visible to those with access to the app; an unbound one to its creator. */
function visibleTo(db: Reader, viewer: LinkViewer | Given<LinkViewer>): SQL | undefined {
  const { teamId, accountId } = viewer;
  const seen = db
    .select({ id: apps.id })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), matchesVisibility(viewer, apps)));
  const own = or(inArray(shareLinks.appId, seen), and(isNull(shareLinks.appId), eq(shareLinks.createdBy, accountId)));
  return and(isGiven, own);
}

const toLinkViewer = (viewer: Viewer): LinkViewer => ({
  ...toVisibility(viewer),
  teamId: viewer.teamId,
  accountId: viewer.accountId,
});

/** Returns the team's link. Throws 404 if it does not exist, belongs to another team, or is not visible to the viewer. */
export async function getLink(db: Reader, viewer: Viewer, shareId: string): Promise<LinkRow> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.teamId, viewer.teamId), eq(shareLinks.id, shareId), visibleTo(db, toLinkViewer(viewer))));
  if (!row) throw notFound("This link");
  return row;
}

export const toUrl = (teamId: string, shareId: string): string =>
  new URL(`/s/${teamId}/${shareId}`, env().APP_URL).href;

const toLinkView = ({
  link,
  createdByName,
  icon,
}: {
  link: LinkRow;
  createdByName: string | null;
  icon: string | null;
}) =>
  pickFields(shareLinkSchema, {
    ...link,
    _id: link.id,
    shareId: link.id,
    url: toUrl(link.teamId, link.id),
    createdByName,
    hasPassword: link.passwordHash !== null,
    name: link.displayName,
    icon: icon ? { filename: icon } : null,
    expiresAt: link.expires,
    lastUsedDate: link.lastUsed,
    visitorMessagesPerDay: link.visitorMessages,
    linkMessagesPerDay: link.linkMessages,
  });

const readPage = defineTeamList<LinkViewer & { appId?: string }>()(
  {
    columns: { ...shareLinks, name: shareLinks.id },
    visible: (given, db) => visibleTo(db, given),
    matches: ({ appId }) => appId && eq(shareLinks.appId, appId),
  },
  (db, _given, page) =>
    onPage(
      db
        .select({ link: shareLinks, createdByName: accounts.name, icon: assets.filename })
        .from(shareLinks)
        .leftJoin(assets, and(eq(assets.id, shareLinks.iconId), eq(assets.teamId, shareLinks.teamId)))
        .leftJoin(accounts, eq(accounts.id, shareLinks.createdBy)),
      page,
    ),
  ({ link }) => link.id,
);

export async function listLinks(db: Reader, viewer: Viewer, query: ListQuery & { appId?: string }) {
  const { rows, next } = await readPage(db, { ...query, ...toLinkViewer(viewer) });
  return { shareLinks: rows.map(toLinkView), next };
}

/** The columns for the sent fields; others keep their values, null or an empty text restores the default. */
export async function toLinkColumns(form: Form) {
  const { expiresAt, visitorMessagesPerDay: visitor, linkMessagesPerDay: all, password, ...look } = form;
  return {
    passwordHash: typeof password === "string" ? await hashPassword(password) : password,
    displayName: toText(look.name),
    iconId: look.iconId,
    accent: look.accent,
    welcomeText: toText(look.welcomeText),
    expires: typeof expiresAt === "string" ? new Date(expiresAt) : expiresAt,
    visitorMessages: visitor === null ? visitorMessagesPerDay : visitor,
    linkMessages: all === null ? linkMessagesPerDay : all,
  };
}
type Form = z.output<typeof shareLinkForm>;

const toText = (text: string | null | undefined) => (text === "" ? null : text);

/** Locks the team, so that concurrently created links are counted one after another. */
export async function requireLinkCapacity(tx: Reader, teamId: string): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
  const [found] = await tx
    .select({ n: count() })
    .from(shareLinks)
    .where(and(eq(shareLinks.teamId, teamId), isGiven));
  if ((found?.n ?? 0) < maxShareLinks) return;
  throw new AppError("conflict", `The team has reached its limit of ${maxShareLinks} share links. Revoke one first.`);
}
