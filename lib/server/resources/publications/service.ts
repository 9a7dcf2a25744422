import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { PublicationWay } from "@/lib/constants/publications";
import { isNotLocked } from "../../access/auth/is-not-locked";
import type { PublicationCaller } from "../../access/auth/publication-caller";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Reader } from "../../platform/db/client";
import { defineQueries } from "../../platform/db/query/define-query";
import { accounts } from "../../platform/db/tables/accounts";
import { apps } from "../../platform/db/tables/apps";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
import { teams } from "../../platform/db/tables/teams";
import { AppError, notFound } from "../../platform/errors/errors";
import { findPrincipalProblem } from "../apps/principal";
import { isPublicationKey } from "./keys";

export type { PublicationCaller } from "../../access/auth/publication-caller";

const touchEveryMs = 60_000;

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
  const caller = await requireOn(db, found, way);
  const { id, lastUsed } = found.key;
  if (!lastUsed || now.getTime() - lastUsed.getTime() > touchEveryMs)
    await db.update(publicationKeys).set({ lastUsed: now }).where(isNotLocked(publicationKeys.id, id));
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
  return requireOn(db, { ...found, key: null }, way);
}

/** Throws like `resolveKey` if the caller would now be refused, for work that has waited. */
export async function requireStillAdmitted(db: Reader, { publication, key, way }: PublicationCaller): Promise<void> {
  if (!key) {
    await findPublicationCaller(db, publication.id, way);
    return;
  }
  const [found] = await selectByKey(db, { id: key.id, now: new Date() }, {});
  if (!found) throw new AppError("unauthorized", "The key was revoked.");
  await requireOn(db, found, way);
}
