import type { scimGroups, scimUsers } from "../../../platform/db/tables/identity";
import { buildScimUrl } from "../provider/queries";

export const urns = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
} as const;

export type ScimUser = typeof scimUsers.$inferSelect;
export type ScimGroup = typeof scimGroups.$inferSelect;
export interface Reference {
  value: string;
  display: string;
}

type Row = Pick<ScimUser, "id" | "version" | "dateCreated" | "dateUpdated">;

export const toLocation = (resourceType: "User" | "Group", id: string): string =>
  `${buildScimUrl()}/${resourceType}s/${encodeURIComponent(id)}`;

const toMeta = (resourceType: "User" | "Group", { id, version, dateCreated, dateUpdated }: Row) => ({
  resourceType,
  created: dateCreated.toISOString(),
  lastModified: dateUpdated.toISOString(),
  location: toLocation(resourceType, id),
  version: `W/"${version}"`,
});

const toNonNull = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>;

export function toUserView(user: ScimUser, groups: readonly Reference[]) {
  const { id, userName, externalId, displayName, givenName, familyName, email, active } = user;
  const formatted = displayName ?? ([givenName, familyName].filter(Boolean).join(" ") || null);
  return {
    schemas: [urns.user],
    id,
    userName,
    ...toNonNull({ externalId, displayName }),
    name: toNonNull({ formatted, givenName, familyName }),
    emails: [{ value: email, type: "work", primary: true }],
    active,
    groups: groups.map((group) => ({ ...group, $ref: toLocation("Group", group.value) })),
    meta: toMeta("User", user),
  };
}

export function toGroupView(group: ScimGroup, members: readonly Reference[]) {
  const { id, externalId, displayName } = group;
  return {
    schemas: [urns.group],
    id,
    displayName,
    ...toNonNull({ externalId }),
    members: members.map((member) => ({ ...member, type: "User", $ref: toLocation("User", member.value) })),
    meta: toMeta("Group", group),
  };
}

export interface ViewQuery {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

const toNames = (text: string): Set<string> =>
  new Set(text.split(",").map((name) => name.trim().toLowerCase().split(".")[0] ?? ""));

/** Whether an attribute is requested. `id` and `schemas` are always sent. */
export function isSent(name: string, { attributes, excludedAttributes }: ViewQuery): boolean {
  if (["id", "schemas"].includes(name)) return true;
  if (attributes) return toNames(attributes).has(name.toLowerCase());
  return !toNames(excludedAttributes ?? "").has(name.toLowerCase());
}

/** The resource with only these attributes, or without those. */
export function selectAttributes<T extends { schemas: string[] }>(resource: T, query: ViewQuery): T {
  if (!query.attributes && !query.excludedAttributes) return resource;
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSent(name, query))) as T;
}

export const toList = <T>(resources: T[], totalResults: number, startIndex = 1) => ({
  schemas: [urns.list],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
