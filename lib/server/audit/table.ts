import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "../db/columns";
import { orgs } from "../teams/table";

export type Fields = Record<string, unknown>;

/** Who changed what in an organisation. Names are kept as they were: whoever and whatever it is about may be gone. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text().primaryKey(),
    /** Null for what an administrator has done that is no organisation's. */
    orgId: text().references(() => orgs.id, { onDelete: "cascade" }),
    /** Null for what belongs to no team. */
    teamId: text(),
    accountId: text().notNull(),
    accountName: text().notNull(),
    accountEmail: text().notNull(),
    via: text({ enum: ["session", "key", "invite", "command"] }).notNull(),
    /** The session's, the key's or the invite's id; of the admin command its name. */
    viaId: text().notNull(),
    keyName: text(),
    address: text().notNull(),
    requestId: text().notNull(),
    /** The call, e.g. `agents.edit`. */
    action: text().notNull(),
    /** What was changed: `agent`, its id and its name at the time. */
    kind: text().notNull(),
    targetId: text().notNull(),
    targetName: text().notNull(),
    /** Of a change what differs, else everything; secrets masked. Null before it was made and after it is gone. */
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
