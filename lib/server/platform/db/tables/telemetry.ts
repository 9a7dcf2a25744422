import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns";
import { orgs } from "./teams";

/** The OpenTelemetry collector of an organization. */
export const orgTelemetry = pgTable("org_telemetry", {
  orgId: text()
    .primaryKey()
    .references(() => orgs.id, { onDelete: "cascade" }),
  /** The base URL of the collector. */
  endpoint: text().notNull(),
  /** `Name: value` lines, sealed; null: none. */
  headers: text(),
  /** Whether spans include prompts, answers, arguments and results. */
  includeContents: boolean().notNull().default(false),
  dateUpdated: at().notNull().defaultNow(),
  /** When a worker last delivered spans. */
  lastSent: at(),
  /** The last failed delivery since; null after a successful one. */
  failure: jsonb().$type<{ message: string; at: string; dropped: number }>(),
});
