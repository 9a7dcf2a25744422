import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from "drizzle-orm";
import type { MemberQuery } from "@/lib/contract/teams/members";
import { listOverSeats } from "../../access/auth/seats";
import { getMember, listMemberRoles, type OrgOrTeam, toMemberView } from "../../access/teams/members";
import type { Db } from "../../platform/db/client";
import { requireCursor, toSubstringPattern } from "../../platform/db/query/list";
import { accounts } from "../../platform/db/tables/accounts";
import { orgMembers, teamMembers } from "../../platform/db/tables/teams";

/** Returns the membership table of a team or organization. */
const getRows = ({ scope, id }: OrgOrTeam) => {
  const table = scope === "team" ? teamMembers : orgMembers;
  return { table, own: eq(scope === "team" ? teamMembers.teamId : orgMembers.orgId, id) };
};

/**
 * One keyset page of members, by name or join date. The cursor is a member's row, read again, so that equal names or dates
 * neither repeat nor disappear.
 */
async function selectPage(db: Db, place: OrgOrTeam, { before, limit, q, sort, dir }: MemberQuery) {
  const { table, own } = getRows(place);
  const column = sort === "name" ? accounts.name : table.dateCreated;
  const descending = (dir ?? (sort === "name" ? "asc" : "desc")) === "desc";
  const order = descending ? desc : asc;
  const start = before && and(own, eq(table.accountId, before));
  const after =
    start &&
    sql`(${column}, ${table.accountId}) ${sql.raw(descending ? "<" : ">")} (select ${column}, ${table.accountId}
      from ${table} inner join ${accounts} on ${accounts.id} = ${table.accountId} where ${start})`;
  const found = await db
    .select({ id: table.accountId })
    .from(table)
    .innerJoin(accounts, eq(accounts.id, table.accountId))
    .where(and(own, matchesSearch(q), after || undefined))
    .orderBy(order(column), order(table.accountId))
    .limit(limit + 1);
  if (start && found.length === 0) await requireCursor(db.select({ id: table.accountId }).from(table).where(start));
  const ids = found.slice(0, limit).map(({ id }) => id);
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : null };
}

function matchesSearch(q: string | undefined): SQL | undefined {
  return q ? or(ilike(accounts.name, toSubstringPattern(q)), ilike(accounts.email, toSubstringPattern(q))) : undefined;
}

export async function listMembers(db: Db, place: OrgOrTeam, query: MemberQuery) {
  const { table, own } = getRows(place);
  const [{ ids, next }, [all], over] = await Promise.all([
    selectPage(db, place, query),
    db.select({ n: count() }).from(table).where(own),
    listOverSeats(db, place.orgId),
  ]);
  const found = ids.length > 0 ? await listMemberRoles(db, place, inArray(accounts.id, ids)) : [];
  const byId = new Map(found.map((one) => [one.memberId, toMemberView(one, place.scope, over)]));
  return { members: ids.flatMap((id) => byId.get(id) ?? []), next, memberCount: all?.n ?? 0 };
}

export async function viewMember(db: Db, place: OrgOrTeam, memberId: string) {
  const member = await getMember(db, place, memberId);
  return toMemberView(member, place.scope, await listOverSeats(db, place.orgId));
}
