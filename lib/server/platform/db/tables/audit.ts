import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns";
import { orgs } from "./teams";

export type Fields = Record<string, unknown>;

/** Changes in an organization. Names are stored as text, because their subjects may be deleted. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text().primaryKey(),
    /** Null for administrators' actions outside organizations. */
    orgId: text().references(() => orgs.id, { onDelete: "cascade" }),
    /** Null without a team. */
    teamId: text(),
    accountId: text().notNull(),
    accountName: text().notNull(),
    accountEmail: text().notNull(),
    via: text({ enum: ["session", "key", "invite", "command", "sso", "scim"] }).notNull(),
    /** Id of the session, key, invite or SCIM token; the issuer of a sign-in; for the admin command its name. */
    viaId: text().notNull(),
    keyName: text(),
    address: text().notNull(),
    requestId: text().notNull(),
    /** The call, e.g. `agents.edit`. */
    action: text().notNull(),
    /** The changed resource: `agent`, its id and its name at the time. */
    kind: text().notNull(),
    targetId: text().notNull(),
    targetName: text().notNull(),
    /** The differing fields, or all of them; secrets masked. Null before creation and after deletion. */
    before: jsonb().$type<Fields>(),
    after: jsonb().$type<Fields>(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    index("audit_org").on(t.orgId, t.dateCreated, t.id),
    index("audit_account").on(t.orgId, t.accountId, t.dateCreated, t.id),
    index("audit_kind").on(t.orgId, t.kind, t.dateCreated, t.id),
    index("audit_target").on(t.orgId, t.targetId, t.dateCreated, t.id),
    index("audit_invites").on(t.accountId, t.dateCreated).where(sql`${t.action} in ('teams.invite', 'orgs.invite')`),
    index("audit_admin").on(t.dateCreated, t.id).where(sql`${t.action} like 'admin.%'`),
  ],
);
