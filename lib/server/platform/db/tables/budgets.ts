import { bigint, boolean, date, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { budgetScopes } from "@/lib/constants/budgets";
import { apiKeys } from "./api-keys";
import { apps } from "./apps";
import { at } from "./columns";
import { publicationKeys, publications } from "./publications";
import { orgs, teams } from "./teams";

/** Monthly limits (UTC) and spending. Only for subjects with a budget. */
export const budgets = pgTable(
  "budgets",
  {
    /** The id of the organization, team, app, API key, publication or its key, unique across kinds. */
    subjectId: text().primaryKey(),
    scope: text({ enum: budgetScopes }).notNull(),
    /** The subject as a foreign key, so that its deletion deletes the budget. */
    orgId: text().references(() => orgs.id, { onDelete: "cascade" }),
    teamId: text().references(() => teams.id, { onDelete: "cascade" }),
    appId: text().references(() => apps.id, { onDelete: "cascade" }),
    keyId: text().references(() => apiKeys.id, { onDelete: "cascade" }),
    publicationId: text().references(() => publications.id, { onDelete: "cascade" }),
    publicationKeyId: text().references(() => publicationKeys.id, { onDelete: "cascade" }),
    /** US dollars; null: no limit. */
    money: doublePrecision(),
    tokens: bigint({ mode: "number" }),
    hard: boolean().notNull(),
    /** First day of the month of the next two columns. */
    month: date().notNull(),
    spentUsd: doublePrecision().notNull(),
    spentTokens: bigint({ mode: "number" }).notNull(),
    /** The month for which the exceeded budget was notified. */
    toldMonth: date(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [
    index("budgets_org").on(t.orgId),
    index("budgets_team").on(t.teamId),
    index("budgets_app").on(t.appId),
    index("budgets_key").on(t.keyId),
    index("budgets_publication").on(t.publicationId),
    index("budgets_publication_key").on(t.publicationKeyId),
  ],
);
