import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { MemberQuery } from "@/lib/contract/members";
import { accounts } from "../accounts/table";
import { allOverSeats } from "../auth/seats";
import type { Db } from "../db/client";
import { containing, requireStart } from "../db/list";
import { memberOf, memberView, type Place, standings } from "./members";
import { orgMembers, teamMembers } from "./table";

/** Who is in a place: its rows, by which of their columns. */
const rowsOf = ({ scope, id }: Place) => {
  const table = scope === "team" ? teamMembers : orgMembers;
  return { table, own: eq(scope === "team" ? teamMembers.teamId : orgMembers.orgId, id) };
};

/**
 * One keyset page of who is in a team or an organisation, by name or by when they came. What a page begins after is the
 * row of a member, read anew where the name stands, so that equal names or times neither repeat nor vanish.
 */
async function pageOf(db: Db, place: Place, { before, limit, q, sort, dir }: MemberQuery) {
  const { table, own } = rowsOf(place);
  const column = sort === "name" ? accounts.name : table.dateCreated;
  const descending = (dir ?? (sort === "name" ? "asc" : "desc")) === "desc";
  const start = before && and(own, eq(table.accountId, before));
  const after =
    start &&
    sql`(${column}, ${table.accountId}) ${sql.raw(descending ? "<" : ">")} (select ${column}, ${table.accountId}
      from ${table} inner join ${accounts} on ${accounts.id} = ${table.accountId} where ${start})`;
  const found = await db
    .select({ id: table.accountId })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.accountId))
    .where(and(own, matching(q), after || undefined))
    .orderBy(...[column, table.accountId].map((by) => (descending ? desc(by) : asc(by))))
    .limit(limit + 1);
  if (start && found.length === 0) await requireStart(db.select({ id: table.accountId }).from(table).where(start));
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

function matching(q: string | undefined): SQL | undefined {
  return q ? or(ilike(accounts.name, containing(q)), ilike(accounts.email, containing(q))) : undefined;
}

export async function listMembers(db: Db, place: Place, query: MemberQuery) {
  const { table, own } = rowsOf(place);
  const [{ ids, next }, [all], over] = await Promise.all([
    pageOf(db, place, query),
    db.select({ n: count() }).from(table).where(own),
    allOverSeats(db, place.orgId),
  ]);
  const found = ids.length > 0 ? await standings(db, place, inArray(accounts.id, ids)) : [];
  const byId = new Map(found.map((one) => [one.memberId, memberView(one, place.scope, over)]));
  return { members: ids.flatMap((id) => byId.get(id) ?? []), next, memberCount: all?.n ?? 0 };
}

export async function showMember(db: Db, place: Place, memberId: string) {
  const member = await memberOf(db, place, memberId);
  return memberView(member, place.scope, await allOverSeats(db, place.orgId));
}
