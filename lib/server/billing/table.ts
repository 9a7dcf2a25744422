import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { orgs } from "../teams/table";

const at = () => timestamp({ withTimezone: true });

/** What Stripe said last of an organisation, beside what its own row says. */
export const billingStates = pgTable("billing_states", {
  orgId: text()
    .primaryKey()
    .references(() => orgs.id, { onDelete: "cascade" }),
  /** Counts what was written: whoever has asked Stripe before that asks again. */
  version: integer().notNull().default(1),
  /** Stripe's word for the subscription, such as `active` or `past_due`; null without one. */
  status: text(),
  dateSynced: at().notNull().defaultNow(),
});

/** What is done once: an event of Stripe by its id, a warning by its own; and what is still to be ended at Stripe. */
export const billingEvents = pgTable("billing_events", {
  id: text().primaryKey(),
  orgId: text(),
  date: at().notNull().defaultNow(),
});

/** Who has had a trial: an account by its id, and the address that it had by a keyed hash, which outlives the account. */
export const usedTrials = pgTable("used_trials", {
  holder: text().primaryKey(),
  dateCreated: at().notNull().defaultNow(),
});
