import { and, asc, count, eq, inArray } from "drizzle-orm";
import { maxScimGroups } from "@/lib/constants/identity";
import type { ScimListQuery } from "@/lib/contract/scim/schemas";
import type { Reader, Tx } from "../../../platform/db/client";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { createScimError, createTakenError } from "./error";
import { parseFilter } from "./filter";
import { toPage } from "./users";
import { type Reference, type ScimGroup, selectAttributes, toGroupView, toList } from "./views";

const own = (orgId: string, id: string) => and(eq(scimGroups.orgId, orgId), eq(scimGroups.id, id));

export async function listGroups(db: Reader, orgId: string, query: ScimListQuery) {
  const filter = parseFilter(query.filter, ["displayName", "externalId"] as const);
  const matches =
    filter &&
    (filter.name === "displayName"
      ? eq(scimGroups.nameKey, filter.value.toLowerCase())
      : eq(scimGroups.externalId, filter.value));
  const where = and(eq(scimGroups.orgId, orgId), matches);
  const { start, offset, limit } = toPage(query);
  const rows = await db
    .select()
    .from(scimGroups)
    .where(where)
    .orderBy(asc(scimGroups.dateCreated), asc(scimGroups.id))
    .offset(offset)
    .limit(limit);
  const [all] = await db.select({ n: count() }).from(scimGroups).where(where);
  const views = await viewGroups(db, rows);
  return toList(
    views.map((view) => selectAttributes(view, query)),
    all?.n ?? 0,
    start,
  );
}

async function viewGroups(db: Reader, rows: readonly ScimGroup[]) {
  const members = new Map<string, Reference[]>(rows.map(({ id }) => [id, []]));
  const found =
    rows.length > 0
      ? await db
          .select({ groupId: scimGroupMembers.groupId, value: scimUsers.id, display: scimUsers.userName })
          .from(scimGroupMembers)
          .innerJoin(scimUsers, eq(scimUsers.id, scimGroupMembers.userId))
          .where(inArray(scimGroupMembers.groupId, [...members.keys()]))
          .orderBy(asc(scimUsers.id))
      : [];
  for (const { groupId, ...member } of found) members.get(groupId)?.push(member);
  return rows.map((row) => toGroupView(row, members.get(row.id) ?? []));
}

export async function viewGroup(db: Reader, orgId: string, id: string) {
  const [view] = await viewGroups(db, [await getGroup(db, orgId, id)]);
  if (!view) throw notFound("This group");
  return view;
}

export async function getGroup(db: Reader, orgId: string, id: string): Promise<ScimGroup> {
  const [row] = await db.select().from(scimGroups).where(own(orgId, id));
  if (!row) throw notFound("This group");
  return row;
}

export interface GroupFields {
  displayName: string;
  externalId: string | null;
}

async function requireFreeName(tx: Tx, orgId: string, displayName: string, exceptId?: string): Promise<void> {
  const named = and(eq(scimGroups.orgId, orgId), eq(scimGroups.nameKey, displayName.toLowerCase()));
  const rows = await tx.select({ id: scimGroups.id }).from(scimGroups).where(named);
  if (rows.some(({ id }) => id !== exceptId)) throw createTakenError("displayName");
}

const toColumns = (fields: GroupFields) => ({ ...fields, nameKey: fields.displayName.toLowerCase() });

export async function insertGroup(tx: Tx, orgId: string, fields: GroupFields): Promise<ScimGroup> {
  await requireFreeName(tx, orgId, fields.displayName);
  const [used] = await tx.select({ n: count() }).from(scimGroups).where(eq(scimGroups.orgId, orgId));
  if ((used?.n ?? 0) >= maxScimGroups) throw new AppError("limit", `The limit is ${maxScimGroups} groups.`);
  const [row] = await tx
    .insert(scimGroups)
    .values({ id: newId("scimgroup"), orgId, ...toColumns(fields) })
    .returning();
  if (!row) throw new Error("The group was not stored.");
  return row;
}

export async function updateGroup(tx: Tx, { orgId, id, version }: ScimGroup, fields: GroupFields): Promise<void> {
  await requireFreeName(tx, orgId, fields.displayName, id);
  await tx
    .update(scimGroups)
    .set({ ...toColumns(fields), version: version + 1, dateUpdated: new Date() })
    .where(own(orgId, id));
}

export async function listMemberIds(db: Reader, { id }: Pick<ScimGroup, "id">): Promise<string[]> {
  const rows = await db
    .select({ userId: scimGroupMembers.userId })
    .from(scimGroupMembers)
    .where(eq(scimGroupMembers.groupId, id));
  return rows.map(({ userId }) => userId);
}

/** Replaces the members. Throws invalidValue unless all of them are users of the organization. */
export async function setMembers(tx: Tx, { orgId, id }: ScimGroup, userIds: ReadonlySet<string>): Promise<void> {
  const wanted = [...userIds];
  const known =
    wanted.length > 0
      ? await tx
          .select({ id: scimUsers.id })
          .from(scimUsers)
          .where(and(eq(scimUsers.orgId, orgId), inArray(scimUsers.id, wanted)))
      : [];
  if (known.length < wanted.length)
    throw createScimError("invalid", "invalidValue", "A member of the group doesn't exist or is no longer available.");
  await tx.delete(scimGroupMembers).where(eq(scimGroupMembers.groupId, id));
  if (wanted.length > 0) await tx.insert(scimGroupMembers).values(wanted.map((userId) => ({ groupId: id, userId })));
}

export async function deleteGroup(tx: Tx, { orgId, id }: ScimGroup): Promise<void> {
  await tx.delete(scimGroups).where(own(orgId, id));
}
