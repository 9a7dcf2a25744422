import { bigint, boolean, date, doublePrecision, index, pgTable, text } from "drizzle-orm/pg-core";
import { budgetScopes } from "@/lib/constants/budgets";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import { at } from "../db/columns";
import { orgs, teams } from "../teams/table";

/** What may be spent in a month (UTC), and what is. A row only where there is a budget. */
export const budgets = pgTable(
  "budgets",
  {
    /** The id of the organisation, team, app or API key: no two of them have the same. */
    subjectId: text().primaryKey(),
    scope: text({ enum: budgetScopes }).notNull(),
    /** The subject once more, in the column of its kind: the budget goes with it. */
    orgId: text().references(() => orgs.id, { onDelete: "cascade" }),
    teamId: text().references(() => teams.id, { onDelete: "cascade" }),
    appId: text().references(() => apps.id, { onDelete: "cascade" }),
    keyId: text().references(() => apiKeys.id, { onDelete: "cascade" }),
    /** US dollars; null: no limit. */
    money: doublePrecision(),
    tokens: bigint({ mode: "number" }),
    hard: boolean().notNull(),
    /** First day of the month that the next two are of. */
    month: date().notNull(),
    spentUsd: doublePrecision().notNull(),
    spentTokens: bigint({ mode: "number" }).notNull(),
    /** The month in which people were told that it is used up. */
    toldMonth: date(),
    dateUpdated: at().notNull().defaultNow(),
  },
  (t) => [
    index("budgets_org").on(t.orgId),
    index("budgets_team").on(t.teamId),
    index("budgets_app").on(t.appId),
    index("budgets_key").on(t.keyId),
  ],
);
