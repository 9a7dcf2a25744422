import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { orgMembers, orgs } from "../../platform/db/tables/teams";

/** Organizations that an account owns, with their number of members. */
export const listOwnedOrgs = (db: Reader, accountId: string) =>
  db
    .select({ id: orgs.id, name: orgs.name, members: count(orgMembers.accountId) })
    .from(orgs)
    .leftJoin(orgMembers, eq(orgMembers.orgId, orgs.id))
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)))
    .groupBy(orgs.id)
    .orderBy(asc(orgs.dateCreated));

/** Owned organizations with other members: they prevent deleting the account. */
export const listSharedOwnedOrgs = async (db: Reader, accountId: string) =>
  (await listOwnedOrgs(db, accountId)).filter(({ members }) => members > 1).map(({ id, name }) => ({ id, name }));
