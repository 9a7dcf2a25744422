import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { PublicationWay } from "@/lib/constants/publications";
import { isNotLocked } from "../../access/auth/is-not-locked";
import { isLastUseDue } from "../../access/auth/last-used";
import type { PublicationCaller } from "../../access/auth/publication-caller";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Reader } from "../../platform/db/client";
import { defineQueries } from "../../platform/db/query/define-query";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { oauthGrants, oauthTokens } from "../../platform/db/tables/oauth";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
import { teams } from "../../platform/db/tables/teams";
import { AppError, notFound } from "../../platform/errors/errors";
import { findPrincipalProblem } from "../apps/principal";
import { isPublicationKey } from "./keys";

export type { PublicationCaller } from "../../access/auth/publication-caller";

const columns = {
  publication: publications,
  app: apps,
  orgId: teams.orgId,
  principal: { id: accounts.id, name: accounts.name },
};
const matchesApp = and(eq(apps.id, publications.appId), eq(apps.teamId, publications.teamId));
const matchesTeam = and(eq(teams.id, publications.teamId), isNull(teams.dateDeleted));

/** By its hash or id, if it is valid now. */
const selectByKey = defineQueries<{ hash?: string; id?: string; now: Date }, Record<never, string>>()((db, given) =>
  db
    .select({ ...columns, key: publicationKeys })
    .from(publicationKeys)
    .innerJoin(publications, eq(publications.id, publicationKeys.publicationId))
    .innerJoin(apps, matchesApp)
    .innerJoin(teams, matchesTeam)
    .leftJoin(accounts, eq(accounts.id, publications.principalId))
    .where(
      and(
        given.hash ? eq(publicationKeys.hash, given.hash) : eq(publicationKeys.id, given.id ?? ""),
        isNull(publicationKeys.revoked),
        or(isNull(publicationKeys.expires), gt(publicationKeys.expires, given.now)),
      ),
    ),
);

const selectByGrant = (db: Reader) =>
  db
    .select({ ...columns, grant: oauthGrants })
    .from(oauthGrants)
    .innerJoin(publications, eq(publications.id, oauthGrants.publicationId))
    .innerJoin(apps, matchesApp)
    .innerJoin(teams, matchesTeam)
    .leftJoin(accounts, eq(accounts.id, publications.principalId));

type Found = Omit<PublicationCaller, "way" | "principal"> & { principal: { id: string; name: string } | null };

/** Why a publication cannot be used now; undefined if it can. */
export async function findPublicationProblem(
  db: Reader,
  { publication, app }: Pick<Found, "publication" | "app">,
): Promise<string | undefined> {
  const { teamId, principalId: schedulePrincipalId } = publication;
  return findPrincipalProblem(db, { ...app, teamId, schedulePrincipalId });
}

/** Throws 403 when the publication or the way is off, and 409 when the member it runs as has lost access. */
async function requireOn(db: Reader, found: Found, way: PublicationWay): Promise<PublicationCaller> {
  const { publication, principal } = found;
  if (!publication.enabled) throw new AppError("forbidden", "This publication is turned off.");
  if (!publication.ways[way]) throw new AppError("forbidden", "This channel isn't turned on for this publication.");
  const problem = await findPublicationProblem(db, found);
  if (problem || !principal) throw new AppError("conflict", `This publication is paused. ${problem ?? ""}`.trim());
  return { ...found, principal, way };
}

/**
 * Returns the caller of a presented key. Throws 401 for a key that is unknown, revoked or expired, all with the same message;
 * 403 when the publication or the way is off; 409 when the member it runs as has lost access.
 */
export async function resolveKey(db: Db, presented: string, way: PublicationWay): Promise<PublicationCaller> {
  const now = new Date();
  const [found] = isPublicationKey(presented) ? await selectByKey(db, { hash: hashToken(presented), now }, {}) : [];
  if (!found) throw new AppError("unauthorized", "Send a valid publication key.");
  const caller = await requireOn(db, { ...found, grant: null }, way);
  const { id, lastUsed } = found.key;
  if (isLastUseDue(lastUsed, now))
    await db.update(publicationKeys).set({ lastUsed: now }).where(isNotLocked(publicationKeys.id, id));
  return caller;
}

/** Whether the app's sharing admits a person, as when they start a session of it in the console. */
export const isAdmitted = async (
  db: Reader,
  { publication: { teamId }, app }: Pick<Found, "publication" | "app">,
  accountId: string,
): Promise<boolean> =>
  (await findPrincipalProblem(db, { ...app, teamId, schedulePrincipalId: accountId })) === undefined;

/** Throws 401 for a grant that was revoked, or whose person has lost access to the app, and like `resolveKey`. */
export async function requireGrant(db: Reader, grantId: string): Promise<PublicationCaller> {
  const [found] = await selectByGrant(db).where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.revoked)));
  if (!found || !(await isAdmitted(db, found, found.grant.accountId)))
    throw new AppError("unauthorized", "This access was revoked.");
  return requireOn(db, { ...found, key: null }, "mcp");
}

/** Returns the caller of a presented access token. Throws 401 for one that is unknown or expired, and like `requireGrant`. */
export async function resolveToken(db: Db, presented: string): Promise<PublicationCaller> {
  const { hash, kind, expires, grantId } = oauthTokens;
  const [token] = await db
    .select({ grantId, lastUsed: oauthGrants.lastUsed })
    .from(oauthTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, grantId))
    .where(and(eq(hash, hashToken(presented)), eq(kind, "access"), gt(expires, new Date())));
  if (!token) throw new AppError("unauthorized", "Send a valid access token.");
  const caller = await requireGrant(db, token.grantId);
  const now = new Date();
  if (isLastUseDue(token.lastUsed, now))
    await db.update(oauthGrants).set({ lastUsed: now }).where(isNotLocked(oauthGrants.id, token.grantId));
  return caller;
}

/** Returns the caller of a way without keys, by the publication's id. Throws 404 for one that is unknown, and like `resolveKey`. */
export async function findPublicationCaller(
  db: Reader,
  publicationId: string,
  way: PublicationWay,
): Promise<PublicationCaller> {
  const [found] = await db
    .select(columns)
    .from(publications)
    .innerJoin(apps, matchesApp)
    .innerJoin(teams, matchesTeam)
    .leftJoin(accounts, eq(accounts.id, publications.principalId))
    .where(eq(publications.id, publicationId));
  if (!found) throw notFound("This publication");
  return requireOn(db, { ...found, key: null, grant: null }, way);
}

/** Returns the caller as it is now, for work that has waited. Throws like `resolveKey` if it would now be refused. */
export async function requireStillAdmitted(
  db: Reader,
  { publication, key, grant, way }: PublicationCaller,
): Promise<PublicationCaller> {
  if (grant) return requireGrant(db, grant.id);
  if (!key) return findPublicationCaller(db, publication.id, way);
  const [found] = await selectByKey(db, { id: key.id, now: new Date() }, {});
  if (!found) throw new AppError("unauthorized", "The key was revoked.");
  return requireOn(db, { ...found, grant: null }, way);
}
