import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { callbackStatuses, deliveryStatuses } from "@/lib/constants/webhooks";
import { at, belongsTo } from "./columns";
import { publications } from "./publications";

const ofPublication = () => ({
  id: text().primaryKey(),
  teamId: text().notNull(),
  publicationId: belongsTo(() => publications.id),
});

/** Events received by the webhook of a publication. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    ...ofPublication(),
    /** A hash of the event's id while it is remembered; null: it has none, or may be used again. */
    eventKey: text(),
    /** As sent, for the list. */
    eventId: text(),
    /** What the sender calls it, such as `issues`. */
    eventType: text(),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** JSON text; null: no longer kept. */
    payload: text(),
    bytes: integer().notNull(),
    /** Of its run, reserved before that starts. */
    sessionId: text().notNull(),
    runId: text().notNull(),
    /** When a queued one is tried next. */
    nextDue: at(),
    /** The end of its run is to be reported to the callback URL. */
    awaitsEnd: boolean().notNull().default(false),
    error: text(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_event").on(t.publicationId, t.eventKey),
    index("webhook_deliveries_publication").on(t.publicationId, t.dateCreated, t.id),
    index("webhook_deliveries_due").on(t.nextDue, t.id),
    index("webhook_deliveries_run").on(t.runId),
    index("webhook_deliveries_awaits").on(t.awaitsEnd, t.runId),
    index("webhook_deliveries_date").on(t.dateCreated),
  ],
);

/** Reports of ended runs to the callback URL of a publication. */
export const webhookCallbacks = pgTable(
  "webhook_callbacks",
  {
    ...ofPublication(),
    deliveryId: text().notNull(),
    sessionId: text().notNull(),
    runId: text().notNull(),
    url: text().notNull(),
    /** The signed JSON text. */
    body: text().notNull(),
    status: text({ enum: callbackStatuses }).notNull().default("pending"),
    attempts: integer().notNull().default(0),
    nextDue: at(),
    httpStatus: integer(),
    error: text(),
    /** When it was created or sent again; retries end a day later. */
    since: at().notNull().defaultNow(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    index("webhook_callbacks_publication").on(t.publicationId, t.dateCreated, t.id),
    index("webhook_callbacks_due").on(t.nextDue),
    index("webhook_callbacks_date").on(t.dateCreated),
  ],
);
