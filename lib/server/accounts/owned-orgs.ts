import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Db } from "../db/client";
import { orgMembers, orgs } from "../teams/table";

/** Organisations that an account owns, with how many are in each. */
export const ownedOrgs = (db: Pick<Db, "select">, accountId: string) =>
  db
    .select({ id: orgs.id, name: orgs.name, members: count(orgMembers.accountId) })
    .from(orgs)
    .leftJoin(orgMembers, eq(orgMembers.orgId, orgs.id))
    .where(and(eq(orgs.ownerId, accountId), isNull(orgs.dateDeleted)))
    .groupBy(orgs.id)
    .orderBy(asc(orgs.dateCreated));

/** Those that others are in, too: who owns one cannot go. */
export const ownedWithOthers = async (db: Pick<Db, "select">, accountId: string) =>
  (await ownedOrgs(db, accountId)).filter(({ members }) => members > 1).map(({ id, name }) => ({ id, name }));
