import { and, asc, count, eq, ne } from "drizzle-orm";
import { countless } from "@/lib/constants/plans";
import { pluralize } from "@/lib/utils/pluralize";
import { limitError } from "../billing/limit-error";
import { planOf } from "../billing/plan";
import { type PlanRow, planColumns, planInForce } from "../billing/plan-in-force";
import type { Db } from "../db/client";
import type { AppError } from "../http/errors";
import { orgMembers, orgs } from "../teams/table";

type Reader = Pick<Db, "select">;

/** An organisation by its row, as far as it decides about seats. */
export interface SeatedOrg extends PlanRow {
  id: string;
  ownerId: string;
}

/** Everybody but the owner, who always has a seat, in the order in which they came. */
const inOrder = (db: Reader, { id, ownerId }: SeatedOrg) =>
  db
    .select({ accountId: orgMembers.accountId })
    .from(orgMembers)
    .where(and(eq(orgMembers.orgId, id), ne(orgMembers.accountId, ownerId)))
    .orderBy(asc(orgMembers.dateCreated), asc(orgMembers.accountId));

/** Whether a member has come after the plan's seats were taken: they only read until there is room again. */
export async function isOverSeats(db: Reader, org: SeatedOrg, accountId: string): Promise<boolean> {
  const { users } = planInForce(org).limits;
  if (accountId === org.ownerId || users >= countless) return false;
  if (users <= 1) return true;
  const seated = inOrder(db, org)
    .limit(users - 1)
    .as("seated");
  const own = await db.select().from(seated).where(eq(seated.accountId, accountId));
  return own.length === 0;
}

/** All members who have come after the seats were taken. */
export async function allOverSeats(db: Reader, orgId: string): Promise<ReadonlySet<string>> {
  const [org] = await db
    .select({ ...planColumns, id: orgs.id, ownerId: orgs.ownerId })
    .from(orgs)
    .where(eq(orgs.id, orgId));
  const users = org ? planInForce(org).limits.users : countless;
  if (!org || users >= countless) return new Set();
  const rows = await inOrder(db, org).offset(Math.max(0, users - 1));
  return new Set(rows.map(({ accountId }) => accountId));
}

/** What a member without a seat is told. */
export async function overSeatsError(db: Reader, orgId: string): Promise<AppError> {
  const { title, limits } = await planOf(db, orgId);
  const [found] = await db.select({ n: count() }).from(orgMembers).where(eq(orgMembers.orgId, orgId));
  const [used, max] = [found?.n ?? 0, limits.users];
  const sentence = `The ${title} plan allows ${pluralize(max, "member")} and this organization has ${used}: those who came last, you among them, can only read.`;
  return limitError(orgId, sentence, { limit: "users", used, max });
}
