import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns";
import { orgs } from "./teams";

/** The last state reported by Stripe, in addition to the organization's own row. */
export const billingStates = pgTable("billing_states", {
  orgId: text()
    .primaryKey()
    .references(() => orgs.id, { onDelete: "cascade" }),
  /** Incremented with each write: a result of an earlier request to Stripe is discarded. */
  version: integer().notNull().default(1),
  /** Stripe's subscription status, such as `active` or `past_due`; null without one. */
  status: text(),
  dateSynced: at().notNull().defaultNow(),
});

/** Deduplicates Stripe's events and warnings by id, and records pending cancellations. */
export const billingEvents = pgTable("billing_events", {
  id: text().primaryKey(),
  orgId: text(),
  date: at().notNull().defaultNow(),
});

/** Used trials: by account id, and by a keyed hash of its address, which outlives the account. */
export const usedTrials = pgTable("used_trials", {
  holder: text().primaryKey(),
  dateCreated: at().notNull().defaultNow(),
});
