import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import type { IdentityRule } from "@/lib/constants/identity";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";
import { orgs } from "./teams";

const ofOrg = () => belongsTo(() => orgs.id);

/** The OpenID provider of an organization. Whether it is required is a column of the organization. */
export const identityProviders = pgTable("identity_providers", {
  orgId: text()
    .primaryKey()
    .references(() => orgs.id, { onDelete: "cascade" }),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Sealed with the organization's id. */
  clientSecret: text().notNull(),
  /** In addition to `openid email profile`, separated by spaces. */
  scopes: text().notNull().default(""),
  rules: jsonb().$type<IdentityRule[]>().notNull().default([]),
  /** The last successful test sign-in with this issuer and client; null before the first. */
  dateTested: at(),
  version: integer().notNull().default(1),
  dateCreated: at().notNull().defaultNow(),
  dateUpdated: at().notNull().defaultNow(),
});

/** Domains whose addresses sign in with the organization's provider, once verified by a TXT record. */
export const identityDomains = pgTable(
  "identity_domains",
  {
    orgId: ofOrg(),
    /** Lower-case ASCII. */
    domain: text().notNull(),
    /** The value of the TXT record; not a secret. */
    proof: text().notNull(),
    dateVerified: at(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.domain] }),
    uniqueIndex("identity_domains_verified").on(t.domain).where(sql`${t.dateVerified} is not null`),
  ],
);

/** A person at an organization's provider: issuer and subject, never an address. */
export const identities = pgTable(
  "identities",
  {
    orgId: ofOrg(),
    issuer: text().notNull(),
    subject: text().notNull(),
    accountId: belongsTo(() => accounts.id),
    /** The claims of the last sign-in that rules refer to. */
    claims: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    /** When the account left the organization: its owner has to prove again that it is theirs. */
    dateEnded: at(),
    dateCreated: at().notNull().defaultNow(),
    lastUsed: at().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.issuer, t.subject] }),
    index("identities_account").on(t.accountId, t.orgId),
  ],
);

/** Tokens of an identity provider's SCIM client. Only the SHA-256 is stored. */
export const scimTokens = pgTable(
  "scim_tokens",
  {
    id: text().primaryKey(),
    orgId: ofOrg(),
    hash: text().notNull(),
    prefix: text().notNull(),
    lastUsed: at(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("scim_tokens_hash").on(t.hash), index("scim_tokens_org").on(t.orgId)],
);

/** A person as the SCIM client has sent them. */
export const scimUsers = pgTable(
  "scim_users",
  {
    id: text().primaryKey(),
    orgId: ofOrg(),
    userName: text().notNull(),
    /** Lower-case: user names are compared without case. */
    userNameKey: text().notNull(),
    externalId: text(),
    displayName: text(),
    givenName: text(),
    familyName: text(),
    /** Lower-case. */
    email: text().notNull(),
    active: boolean().notNull(),
    /** Null while the person has an open invitation. */
    accountId: text().references(() => accounts.id, { onDelete: "set null" }),
    version: integer().notNull().default(1),
    dateCreated: at().notNull().defaultNow(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [
    unique("scim_users_name").on(t.orgId, t.userNameKey),
    index("scim_users_external").on(t.orgId, t.externalId),
    index("scim_users_email").on(t.orgId, t.email),
    index("scim_users_account").on(t.accountId),
  ],
);

export const scimGroups = pgTable(
  "scim_groups",
  {
    id: text().primaryKey(),
    orgId: ofOrg(),
    displayName: text().notNull(),
    /** Lower-case. */
    nameKey: text().notNull(),
    externalId: text(),
    version: integer().notNull().default(1),
    dateCreated: at().notNull().defaultNow(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [unique("scim_groups_name").on(t.orgId, t.nameKey), index("scim_groups_external").on(t.orgId, t.externalId)],
);

export const scimGroupMembers = pgTable(
  "scim_group_members",
  {
    groupId: belongsTo(() => scimGroups.id),
    userId: belongsTo(() => scimUsers.id),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index("scim_group_members_user").on(t.userId)],
);
