import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { accounts } from "./accounts";
import { at, belongsTo } from "./columns";

const planName = () => text({ enum: ["free", "pro", "teams", "enterprise"] });

export const orgs = pgTable(
  "orgs",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    ownerId: text()
      .notNull()
      .references(() => accounts.id),
    /** Set by the administrator, and takes precedence over Stripe. Null: Stripe's plan, otherwise DEFAULT_PLAN. */
    plan: planName(),
    stripeCustomerId: text().unique(),
    stripeSubscriptionId: text(),
    stripePlan: planName(),
    stripeTrial: boolean().notNull().default(false),
    /** End of the trial or of the paid period. */
    stripeEndsAt: at(),
    stripeCancelled: boolean().notNull().default(false),
    /** Members, except the owner, must sign in with the organization's identity provider. */
    ssoRequired: boolean().notNull().default(false),
    /** Add-ons: seats, and gigabytes of storage. */
    addonUsers: integer().notNull().default(0),
    addonStorage: integer().notNull().default(0),
    dateCreated: at().notNull().defaultNow(),
    /** Deleted organizations remain as rows, like their teams. */
    dateDeleted: at(),
  },
  (t) => [index("orgs_created").on(t.dateCreated, t.id), index("orgs_owner").on(t.ownerId)],
);

export const teams = pgTable(
  "teams",
  {
    /** The team's slug: permanent, and never reused (deleted teams remain as rows). */
    id: text().primaryKey(),
    orgId: text()
      .notNull()
      .references(() => orgs.id),
    name: text().notNull(),
    ownerId: text()
      .notNull()
      .references(() => accounts.id),
    defaultModels: jsonb()
      .$type<{ llm: string | null; embedding: string | null }>()
      .notNull()
      .default({ llm: null, embedding: null }),
    /** Retention of session events in days; 0: forever; null: SESSION_EVENTS_DAYS. */
    sessionDays: integer(),
    /** The plan's retention limit at the last sweep, 0 for none; null before the first. */
    planDays: integer(),
    /** When that limit last shrank: it does not apply to earlier sessions. */
    planDaysSince: at().notNull().defaultNow(),
    version: integer().notNull().default(1),
    dateCreated: at().notNull().defaultNow(),
    dateDeleted: at(),
  },
  (t) => [index("teams_org").on(t.orgId)],
);

export const orgMembers = pgTable(
  "org_members",
  {
    orgId: belongsTo(() => orgs.id),
    accountId: belongsTo(() => accounts.id),
    /** Stored bits: 24, 30, 35, 40, 45, 50–53 only. */
    permissions: integer().array().notNull().default([]),
    /** The permissions are set by a rule of the identity provider. */
    byProvider: boolean().notNull().default(false),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.accountId] }), index("org_members_account").on(t.accountId)],
);

export const teamMembers = pgTable(
  "team_members",
  {
    teamId: belongsTo(() => teams.id),
    accountId: belongsTo(() => accounts.id),
    permissions: integer().array().notNull().default([]),
    /** The membership and its permissions are set by a rule of the identity provider. */
    byProvider: boolean().notNull().default(false),
    lastSeen: at(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.accountId] }), index("team_members_account").on(t.accountId)],
);
