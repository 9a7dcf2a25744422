import { and, asc, count, eq, ne } from "drizzle-orm";
import { unlimited } from "@/lib/constants/plans";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { Reader } from "../../platform/db/client";
import { orgMembers, orgs } from "../../platform/db/tables/teams";
import type { AppError } from "../../platform/errors/errors";
import { limitError } from "../plans/limit-error";
import { getPlan } from "../plans/plan";
import { type PlanRow, planColumns, planInForce } from "../plans/plan-in-force";

/** The organization's columns that determine its seats. */
export interface SeatedOrg extends PlanRow {
  id: string;
  ownerId: string;
}

/** All members except the owner, who always has a seat, by join date. */
const inOrder = (db: Reader, { id, ownerId }: SeatedOrg) =>
  db
    .select({ accountId: orgMembers.accountId })
    .from(orgMembers)
    .where(and(eq(orgMembers.orgId, id), ne(orgMembers.accountId, ownerId)))
    .orderBy(asc(orgMembers.dateCreated), asc(orgMembers.accountId));

/** Whether a member joined after the plan's seats were taken: read-only until there is room again. */
export async function isOverSeats(db: Reader, org: SeatedOrg, accountId: string): Promise<boolean> {
  const { users } = planInForce(org).limits;
  if (accountId === org.ownerId || users >= unlimited) return false;
  if (users <= 1) return true;
  const seated = inOrder(db, org)
    .limit(users - 1)
    .as("seated");
  const own = await db.select().from(seated).where(eq(seated.accountId, accountId));
  return own.length === 0;
}

/** All members without a seat. */
export async function allOverSeats(db: Reader, orgId: string): Promise<ReadonlySet<string>> {
  const [org] = await db
    .select({ ...planColumns, id: orgs.id, ownerId: orgs.ownerId })
    .from(orgs)
    .where(eq(orgs.id, orgId));
  const users = org ? planInForce(org).limits.users : unlimited;
  if (!org || users >= unlimited) return new Set();
  const rows = await inOrder(db, org).offset(Math.max(0, users - 1));
  return new Set(rows.map(({ accountId }) => accountId));
}

/** The message for a member without a seat. */
export async function overSeatsError(db: Reader, orgId: string): Promise<AppError> {
  const { title, limits } = await getPlan(db, orgId);
  const [found] = await db.select({ n: count() }).from(orgMembers).where(eq(orgMembers.orgId, orgId));
  const [used, max] = [found?.n ?? 0, limits.users];
  const sentence = `The ${title} plan allows ${pluralize(max, "member")} and this organization has ${used}: those who came last, you among them, can only read.`;
  return limitError(orgId, sentence, { limit: "users", used, max });
}
