import { and, asc, eq, inArray, ne, type SQL } from "drizzle-orm";
import { maxScimUsers } from "@/lib/constants/identity";
import type { ScimListQuery } from "@/lib/contract/scim/schemas";
import type { Reader, Tx } from "../../../platform/db/client";
import { scimGroupMembers, scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { listPage } from "./page";
import { createTakenError } from "./protocol/error";
import { parseFilter } from "./protocol/filter";
import type { UserFields } from "./user-form";
import { isSent, type Reference, type ScimUser, selectAttributes, toUserView, type ViewQuery } from "./views";

const own = (orgId: string, id: string) => and(eq(scimUsers.orgId, orgId), eq(scimUsers.id, id));

export async function listUsers(db: Reader, orgId: string, query: ScimListQuery) {
  const filter = parseFilter(query.filter, ["userName", "externalId"] as const);
  const matches =
    filter && (filter.name === "userName" ? hasName(filter.value) : eq(scimUsers.externalId, filter.value));
  const where = and(eq(scimUsers.orgId, orgId), matches);
  return listPage(query, {
    rows: db.select().from(scimUsers).where(where).orderBy(asc(scimUsers.dateCreated), asc(scimUsers.id)),
    count: () => db.$count(scimUsers, where),
    view: (rows) => viewUsers(db, rows, query),
  });
}

const hasName = (userName: string): SQL => eq(scimUsers.userNameKey, userName.toLowerCase());

async function viewUsers(db: Reader, rows: readonly ScimUser[], query: ViewQuery) {
  const groups = new Map<string, Reference[]>();
  const found =
    rows.length > 0 && isSent("groups", query)
      ? await db
          .select({ userId: scimGroupMembers.userId, value: scimGroups.id, display: scimGroups.displayName })
          .from(scimGroupMembers)
          .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
          .where(
            inArray(
              scimGroupMembers.userId,
              rows.map(({ id }) => id),
            ),
          )
          .orderBy(asc(scimGroups.id))
      : [];
  for (const { userId, ...group } of found) groups.set(userId, [...(groups.get(userId) ?? []), group]);
  return rows.map((row) => selectAttributes(toUserView(row, groups.get(row.id) ?? []), query));
}

export async function viewUser(db: Reader, orgId: string, id: string, query: ViewQuery = {}) {
  const [view] = await viewUsers(db, [await getUser(db, orgId, id)], query);
  if (!view) throw notFound("This user");
  return view;
}

export async function getUser(db: Reader, orgId: string, id: string): Promise<ScimUser> {
  const [row] = await db.select().from(scimUsers).where(own(orgId, id));
  if (!row) throw notFound("This user");
  return row;
}

/** Throws uniqueness when another user of the organization has the name. The caller locks the organization. */
async function requireFreeName(tx: Tx, orgId: string, userName: string, exceptId = ""): Promise<void> {
  const taken = and(eq(scimUsers.orgId, orgId), hasName(userName), ne(scimUsers.id, exceptId));
  if ((await tx.$count(scimUsers, taken)) > 0) throw createTakenError("userName");
}

const toColumns = (fields: UserFields) => ({ ...fields, userNameKey: fields.userName.toLowerCase() });

export async function insertUser(tx: Tx, orgId: string, fields: UserFields): Promise<ScimUser> {
  await requireFreeName(tx, orgId, fields.userName);
  if ((await tx.$count(scimUsers, eq(scimUsers.orgId, orgId))) >= maxScimUsers)
    throw new AppError("limit", `The limit is ${maxScimUsers.toLocaleString("en")} users.`);
  const [row] = await tx
    .insert(scimUsers)
    .values({ id: newId("scimuser"), orgId, ...toColumns(fields) })
    .returning();
  if (!row) throw new Error("The user was not stored.");
  return row;
}

export async function updateUser(tx: Tx, { orgId, id, version }: ScimUser, fields: UserFields): Promise<ScimUser> {
  await requireFreeName(tx, orgId, fields.userName, id);
  const [row] = await tx
    .update(scimUsers)
    .set({ ...toColumns(fields), version: version + 1, dateUpdated: new Date() })
    .where(own(orgId, id))
    .returning();
  if (!row) throw notFound("This user");
  return row;
}

export async function attachAccount(tx: Tx, { orgId, id }: ScimUser, accountId: string | null): Promise<void> {
  await tx.update(scimUsers).set({ accountId }).where(own(orgId, id));
}

export async function deleteUser(tx: Tx, { orgId, id }: ScimUser): Promise<void> {
  await tx.delete(scimUsers).where(own(orgId, id));
}
