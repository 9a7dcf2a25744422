import { and, asc, count, eq, inArray, ne } from "drizzle-orm";
import { maxScimGroupMembers, maxScimGroups } from "@/lib/constants/identity";
import type { ScimListQuery } from "@/lib/contract/scim/schemas";
import type { Reader, Tx } from "../../../platform/db/client";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { listPage } from "./page";
import { createScimError, createTakenError } from "./protocol/error";
import { parseFilter } from "./protocol/filter";
import { isSent, type Reference, type ScimGroup, selectAttributes, toGroupView, type ViewQuery } from "./views";

const own = (orgId: string, id: string) => and(eq(scimGroups.orgId, orgId), eq(scimGroups.id, id));

export async function listGroups(db: Reader, orgId: string, query: ScimListQuery) {
  const filter = parseFilter(query.filter, ["displayName", "externalId"] as const);
  const matches =
    filter &&
    (filter.name === "displayName"
      ? eq(scimGroups.nameKey, filter.value.toLowerCase())
      : eq(scimGroups.externalId, filter.value));
  const where = and(eq(scimGroups.orgId, orgId), matches);
  return listPage(query, {
    rows: db.select().from(scimGroups).where(where).orderBy(asc(scimGroups.dateCreated), asc(scimGroups.id)),
    count: () => db.$count(scimGroups, where),
    view: async (rows) => viewGroups(db, isSent("members", query) ? await limitMembers(db, rows) : rows, query),
  });
}

/** As many of the groups, at least one, as have together no more members than one group can have. */
async function limitMembers(db: Reader, rows: readonly ScimGroup[]): Promise<ScimGroup[]> {
  const ids = rows.map(({ id }) => id);
  const counted = await db
    .select({ id: scimGroupMembers.groupId, n: count() })
    .from(scimGroupMembers)
    .where(inArray(scimGroupMembers.groupId, ids))
    .groupBy(scimGroupMembers.groupId);
  const sizes = new Map(counted.map(({ id, n }) => [id, n]));
  let used = 0;
  const end = rows.findIndex(({ id }) => {
    used += sizes.get(id) ?? 0;
    return used > maxScimGroupMembers;
  });
  return rows.slice(0, end < 0 ? undefined : Math.max(1, end));
}

async function viewGroups(db: Reader, rows: readonly ScimGroup[], query: ViewQuery) {
  const members = new Map<string, Reference[]>(rows.map(({ id }) => [id, []]));
  const found =
    rows.length > 0 && isSent("members", query)
      ? await db
          .select({ groupId: scimGroupMembers.groupId, value: scimUsers.id, display: scimUsers.userName })
          .from(scimGroupMembers)
          .innerJoin(scimUsers, eq(scimUsers.id, scimGroupMembers.userId))
          .where(inArray(scimGroupMembers.groupId, [...members.keys()]))
          .orderBy(asc(scimUsers.id))
      : [];
  for (const { groupId, ...member } of found) members.get(groupId)?.push(member);
  return rows.map((row) => selectAttributes(toGroupView(row, members.get(row.id) ?? []), query));
}

export async function viewGroup(db: Reader, orgId: string, id: string, query: ViewQuery = {}) {
  const [view] = await viewGroups(db, [await getGroup(db, orgId, id)], query);
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

/** Throws uniqueness when another group of the organization has the name. The caller locks the organization. */
async function requireFreeName(tx: Tx, orgId: string, displayName: string, exceptId = ""): Promise<void> {
  const named = and(eq(scimGroups.orgId, orgId), eq(scimGroups.nameKey, displayName.toLowerCase()));
  if ((await tx.$count(scimGroups, and(named, ne(scimGroups.id, exceptId)))) > 0) throw createTakenError("displayName");
}

const toColumns = (fields: GroupFields) => ({ ...fields, nameKey: fields.displayName.toLowerCase() });

export async function insertGroup(tx: Tx, orgId: string, fields: GroupFields): Promise<ScimGroup> {
  await requireFreeName(tx, orgId, fields.displayName);
  if ((await tx.$count(scimGroups, eq(scimGroups.orgId, orgId))) >= maxScimGroups)
    throw new AppError("limit", `The limit is ${maxScimGroups.toLocaleString("en")} groups.`);
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

/** Throws invalidValue unless all who are added are users of the organization. */
export async function addMembers(tx: Tx, { orgId, id }: ScimGroup, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const known = await tx
    .select({ id: scimUsers.id })
    .from(scimUsers)
    .where(and(eq(scimUsers.orgId, orgId), inArray(scimUsers.id, userIds)));
  if (known.length < userIds.length)
    throw createScimError("invalid", "invalidValue", "A member of the group doesn't exist or is no longer available.");
  await tx.insert(scimGroupMembers).values(userIds.map((userId) => ({ groupId: id, userId })));
}

export async function removeMembers(tx: Tx, { id }: ScimGroup, userIds: readonly string[]): Promise<void> {
  const gone = and(eq(scimGroupMembers.groupId, id), inArray(scimGroupMembers.userId, userIds));
  await tx.delete(scimGroupMembers).where(gone);
}

export async function deleteGroup(tx: Tx, { orgId, id }: ScimGroup): Promise<void> {
  await tx.delete(scimGroups).where(own(orgId, id));
}
