import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { ImportStep } from "@/lib/contract/transfers/import-steps";
import { apps } from "./apps";
import { at } from "./columns";

/** What remains to be done after the import of an app, until it is dismissed. */
export const appImports = pgTable(
  "app_imports",
  {
    appId: text()
      .primaryKey()
      .references(() => apps.id, { onDelete: "cascade" }),
    teamId: text().notNull(),
    steps: jsonb().$type<ImportStep[]>().notNull(),
    date: at().notNull().defaultNow(),
  },
  (t) => [index("app_imports_team").on(t.teamId)],
);
