import { and, asc, count, eq, ne } from "drizzle-orm";
import { unlimited } from "@/lib/constants/plan-names";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { Reader } from "../../platform/db/client";
import { orgMembers, orgs } from "../../platform/db/tables/teams";
import type { AppError } from "../../platform/errors/errors";
import { type PlanRow, planColumns, toEffectivePlan } from "../plans/effective-plan";
import { createLimitError } from "../plans/limit-error";
import { getPlan } from "../plans/plan";

/** The organization's columns that determine its seats. */
export interface SeatedOrg extends PlanRow {
  id: string;
  ownerId: string;
}

/** All members except the owner, who always has a seat, by join date. */
const selectSeatOrder = (db: Reader, { id, ownerId }: SeatedOrg) =>
  db
    .select({ accountId: orgMembers.accountId })
    .from(orgMembers)
    .where(and(eq(orgMembers.orgId, id), ne(orgMembers.accountId, ownerId)))
    .orderBy(asc(orgMembers.dateCreated), asc(orgMembers.accountId));

/** Whether a member joined after the plan's seats were taken: read-only until there is room again. */
export async function isOverSeats(db: Reader, org: SeatedOrg, accountId: string): Promise<boolean> {
  const { users } = toEffectivePlan(org).limits;
  if (accountId === org.ownerId || users >= unlimited) return false;
  if (users <= 1) return true;
  const seated = selectSeatOrder(db, org)
    .limit(users - 1)
    .as("seated");
  const own = await db.select().from(seated).where(eq(seated.accountId, accountId));
  return own.length === 0;
}

/** All members without a seat. */
export async function listOverSeats(db: Reader, orgId: string): Promise<ReadonlySet<string>> {
  const [org] = await db
    .select({ ...planColumns, id: orgs.id, ownerId: orgs.ownerId })
    .from(orgs)
    .where(eq(orgs.id, orgId));
  const users = org ? toEffectivePlan(org).limits.users : unlimited;
  if (!org || users >= unlimited) return new Set();
  const rows = await selectSeatOrder(db, org).offset(Math.max(0, users - 1));
  return new Set(rows.map(({ accountId }) => accountId));
}

/** The message for a member without a seat. */
export async function createSeatError(db: Reader, orgId: string): Promise<AppError> {
  const { title, limits } = await getPlan(db, orgId);
  const [found] = await db.select({ n: count() }).from(orgMembers).where(eq(orgMembers.orgId, orgId));
  const [used, max] = [found?.n ?? 0, limits.users];
  const sentence = `The ${title} plan allows ${pluralize(max, "member")}, and this organization has ${used}. The newest members, including you, have read-only access.`;
  return createLimitError(orgId, sentence, { limit: "users", used, max });
}
